# The wallet at the other end of the link, and the air between.
# SPDX-License-Identifier: Apache-2.0
"""The wallet at the other end of the link, and the air between."""
import time

from adapter import long_uuid
from exported import V
from wallet_core import Wallet, chunks


class Radio:
    def __init__(self, world):
        self.world = world
        self.wallet = Wallet(world.options.name, log=world.log)
        self.notifying = None
        self.is_advertising = True
        self.is_stalled = False
        self.epoch = 0
        self.losses = 0
        self.slowness = 0

    def advertise(self):
        """Sends an advertisement to those who scan, and goes on until nobody does."""
        adapter, device = self.world.adapter, self.world.device
        if not (self.is_advertising and adapter.sessions and adapter.is_on() and not device.is_connected()):
            return
        if self._is_wanted():
            if device.is_exported():
                device.change(RSSI=V("n", -45 - int(time.monotonic() * 10) % 9))
            else:
                device.properties["RSSI"] = V("n", -48)
                device.export()
        self.world.after(250, self.advertise)

    def _is_wanted(self):
        """Whether the merged filters of all clients let the wallet's advertisement through."""
        adapter = self.world.adapter
        wanted = [adapter.filters.get(sender, {}).get("UUIDs") for sender in adapter.sessions]
        if not wanted or not all(wanted):
            return True
        spelled = [u.lower() if len(u) > 8 else long_uuid(u.lower()[-4:]) for uuids in wanted for u in uuids]
        return long_uuid("0001") in spelled

    def link_up(self):
        self.epoch += 1
        self.wallet.assembler.reset()
        self.wallet.pending = None
        self.is_advertising = False

    def link_down(self):
        self.epoch += 1
        self.is_advertising = True
        self.is_stalled = False

    def receive(self, data):
        """Takes what was written, and sends what the wallet answers."""
        if self.losses > 0:
            self.losses -= 1
            self.world.log("a write is lost")
            return
        if self.world.options.secure and not self.world.device.is_bonded():
            self.world.log("a write is ignored, for the link is not authenticated")
            return
        for stream in self.wallet.write(data):
            for chunk in chunks(stream, self.world.options.mtu):
                self._send(chunk)

    def _send(self, chunk):
        if not self.slowness:
            self.notifying.notify(chunk)
            return
        epoch = self.epoch

        def arrive():
            if self.epoch == epoch:
                self.notifying.notify(chunk)

        self.world.after(self.slowness, arrive)
