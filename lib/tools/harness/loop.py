"""Waits for many descriptors at once and calls whoever waits for each."""

import select


class Loop:
    def __init__(self):
        self.handlers = {}
        self.poller = select.poll()

    def on(self, descriptor, handle):
        self.handlers[descriptor] = handle
        self.poller.register(descriptor, select.POLLIN)

    def off(self, descriptor):
        if self.handlers.pop(descriptor, None):
            self.poller.unregister(descriptor)

    def turn(self, milliseconds):
        """One wait, None for as long as it takes. A handler may take away others that are ready as well."""
        for descriptor, _ in self.poller.poll(milliseconds):
            handle = self.handlers.get(descriptor)
            if handle:
                handle()
