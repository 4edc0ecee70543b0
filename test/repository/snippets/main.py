import json, sys

from snippet import read_webhook

results = []
for case in json.load(sys.stdin):
    event = read_webhook(case["secret"], case["headers"], case["body"].encode())
    results.append(event and event["type"])
print(json.dumps(results))
