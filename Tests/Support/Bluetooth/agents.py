# Who is asked while a device is paired.
# SPDX-License-Identifier: Apache-2.0
"""Who is asked while a device is paired."""
from exported import Exported, Refusal, V

CAPABILITIES = ("", "DisplayOnly", "DisplayYesNo", "KeyboardOnly", "NoInputNoOutput", "KeyboardDisplay")


class AgentManager(Exported):
    """Each client has one agent, and one of them is everybody's."""

    path = "/org/bluez"
    interface = "org.bluez.AgentManager1"

    def __init__(self, world):
        super().__init__(world)
        self.agents = {}
        self.default = None

    def RegisterAgent(self, _invocation, sender, path, capability):
        if capability not in CAPABILITIES:
            raise Refusal("InvalidArguments", "Invalid arguments in method call")
        if sender in self.agents:
            raise Refusal("AlreadyExists", "Already Exists")
        self.agents[sender] = (path, capability or "KeyboardDisplay")
        self.default = self.default or sender
        self._tell_pairable()

    def UnregisterAgent(self, _invocation, sender, path):
        self._check(sender, path)
        self.client_left(sender)

    def RequestDefaultAgent(self, _invocation, sender, path):
        self._check(sender, path)
        self.default = sender

    def _check(self, sender, path):
        if self.agents.get(sender, (None,))[0] != path:
            raise Refusal("DoesNotExist", "Does Not Exist")

    def client_left(self, sender):
        self.agents.pop(sender, None)
        if self.default == sender:
            self.default = next(iter(self.agents), None)
        self._tell_pairable()

    def _tell_pairable(self):
        adapter = self.world.adapter
        if adapter.value("Pairable") != bool(self.agents):
            adapter.change(Pairable=V("b", bool(self.agents)))

    def choose(self, sender):
        """The agent for what a client began, as (bus name, path, capability), or None."""
        name = sender if sender in self.agents else self.default
        return (name, *self.agents[name]) if name else None
