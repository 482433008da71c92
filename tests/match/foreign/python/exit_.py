raise SystemExit('device not found')
