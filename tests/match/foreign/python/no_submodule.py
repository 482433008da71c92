import json.config
