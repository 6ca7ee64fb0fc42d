# Drives a host over its control pipe: one class, no dependencies.
# SPDX-License-Identifier: Apache-2.0
import fnmatch, json, os, queue, subprocess, threading


class Host:
    def __init__(self, *arguments):
        program = [os.environ.get("TRANSOM_EXECUTABLE", "transom"), "run", *arguments, "--headless", "--control", "-"]
        self.process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.events, self.incoming, self.seen, self.count = [], queue.Queue(), 0, 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.incoming.put(json.loads(line))
        self.incoming.put(None)

    def _next(self, timeout):
        event = self.incoming.get(timeout=timeout)
        if event is None:
            raise EOFError(f"the host ended; last event {self.events[-1]['type'] if self.events else 'none'}")
        self.events.append(event)
        return event

    def do(self, command, timeout=30, **fields):
        """Carries a command out, and gives its result."""
        self.count += 1
        line = {"id": str(self.count), "command": command, **fields}
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        while True:
            event = self._next(timeout)
            if event.get("replyto") == line["id"]:
                if event["type"] == "transom.control.error":
                    raise AssertionError(event["data"]["message"])
                return event["data"]["result"]

    def wait_event(self, pattern, timeout=30, **data):
        """The next event of that type whose data hold these members."""
        while True:
            while self.seen < len(self.events):
                event = self.events[self.seen]
                self.seen += 1
                if fnmatch.fnmatch(event["type"], pattern) and data.items() <= event["data"].items():
                    return event
            self._next(timeout)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(30)
