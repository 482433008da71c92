_git_hash: str | None = "0123456789abcdef0123456789abcdef01234567"
