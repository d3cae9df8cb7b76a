"""Appends one line to FOLDER/NAME.jsonl: the payload, the folder it started in, and the project it was told of."""
import json
import os
import sys

folder, name = sys.argv[1], sys.argv[2]
line = {
    "payload": json.load(sys.stdin),
    "cwd": os.getcwd(),
    "project": os.environ.get("CLAUDE_PROJECT_DIR"),
}
with open(os.path.join(folder, name + ".jsonl"), "a") as log:
    log.write(json.dumps(line) + "\n")
