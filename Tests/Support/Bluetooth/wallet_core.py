# A simulated wallet: its frames and its answers, without any radio.
# SPDX-License-Identifier: Apache-2.0
"""A simulated wallet: its frames and its answers, without any radio.

To the wallet go packets of 64 bytes that begin with 3f; the first of a message goes on with 2323, the type in two
bytes and the length in four, both big-endian. From the wallet comes a stream that begins in the same way, cut at the
MTU less three, without 3f in what follows and without padding.
"""
import struct

MESSAGES = {
    "Initialize": 0, "Ping": 1, "Success": 2, "Failure": 3, "Features": 17, "PinMatrixRequest": 18,
    "PinMatrixAck": 19, "Cancel": 20, "LockDevice": 24, "ButtonRequest": 26, "ButtonAck": 27, "GetAddress": 29,
    "Address": 30, "PassphraseRequest": 41, "PassphraseAck": 42, "GetFeatures": 55, "EndSession": 83,
    "BixinPinInputOnDevice": 10000, "OnekeyGetFeatures": 10025, "OnekeyFeatures": 10026,
}
NAMES = {number: name for name, number in MESSAGES.items()}
FAILURES = {"UnexpectedMessage": 1, "DataError": 3, "ActionCancelled": 4, "PinInvalid": 7, "ProcessError": 9}
BUTTONS = {"Other": 1, "ProtectCall": 7, "Address": 10, "PinEntry": 20}
PACKET = 64


def varint(number):
    out = bytearray()
    while True:
        byte = number & 0x7F
        number >>= 7
        out.append(byte | (0x80 if number else 0))
        if not number:
            return bytes(out)


def field_number(identifier, value):
    return varint(identifier << 3) + varint(int(value))


def field_bytes(identifier, value):
    return varint(identifier << 3 | 2) + varint(len(value)) + value


def field_text(identifier, value):
    return field_bytes(identifier, value.encode())


def parse_fields(data):
    """Reads a protobuf message: {field: [values]}, numbers as int and the rest as bytes."""
    position, fields = 0, {}

    def read_varint():
        nonlocal position
        number = shift = 0
        while True:
            byte = data[position]
            position += 1
            number |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return number

    while position < len(data):
        key = read_varint()
        kind = key & 7
        if kind == 0:
            value = read_varint()
        elif kind in (1, 2, 5):
            length = read_varint() if kind == 2 else {1: 8, 5: 4}[kind]
            value = data[position:position + length]
            position += length
            if len(value) != length:
                raise ValueError("truncated field")
        else:
            raise ValueError("wire type %d" % kind)
        fields.setdefault(key >> 3, []).append(value)
    return fields


def encode_packets(kind, payload):
    """A message to the wallet, as packets."""
    body = b"##" + struct.pack(">HI", kind, len(payload)) + payload
    step = PACKET - 1
    return [(b"?" + body[i:i + step]).ljust(PACKET, b"\0") for i in range(0, max(len(body), 1), step)]


def encode_stream(kind, payload):
    """A message from the wallet, before it is cut."""
    return b"?##" + struct.pack(">HI", kind, len(payload)) + payload


def chunks(stream, mtu):
    return [stream[i:i + mtu - 3] for i in range(0, len(stream), mtu - 3)]


class PacketAssembler:
    """Collects what is written to the wallet; a write may carry several packets."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.buffer, self.length, self.kind = b"", None, None

    def feed(self, data):
        messages = []
        for start in range(0, len(data), PACKET):
            packet = data[start:start + PACKET]
            if packet[:3] == b"?##" and len(packet) >= 9:
                self.kind, self.length = struct.unpack(">HI", packet[3:9])
                self.buffer = packet[9:]
            elif packet[:1] == b"?" and self.length is not None:
                self.buffer += packet[1:]
            else:
                raise ValueError("packet without header: " + packet[:4].hex())
            if len(self.buffer) >= self.length:
                messages.append((self.kind, self.buffer[:self.length]))
                self.reset()
        return messages


class Wallet:
    def __init__(self, name="Touch 1A2B", pin="1234", locked=True, log=lambda *words: None):
        self.name, self.pin, self.locked, self.log = name, pin, locked, log
        self.assembler = PacketAssembler()
        self.pending = None
        self.session = bytes(range(32))

    def features(self):
        fields = [
            field_text(1, "onekey.so"), field_number(2, 4), field_number(3, 10), field_number(4, 1),
            field_text(6, "0123456789ABCDEF01234567"), field_number(7, 1), field_number(8, 0),
            field_text(9, "en-US"), field_text(10, "sim wallet"), field_number(12, 1), field_bytes(13, b"rev"),
            field_number(16, 0 if self.locked else 1), field_text(21, "T"),
        ]
        fields += [field_number(30, capability) for capability in (1, 2, 5, 7, 14, 17)]
        fields += [
            field_bytes(35, self.session), field_number(38, 600000), field_text(501, self.name),
            field_text(502, "2.3.1"), field_number(503, 1), field_text(508, "4.10.1"),
            field_text(511, "TC01WBD202311210"), field_number(520, 93), field_number(600, 3),
            field_text(612, "TC01WBD202311210"),
        ]
        return b"".join(fields)

    def _reply(self, name, payload=b""):
        self.log("->", name, len(payload))
        return encode_stream(MESSAGES[name], payload)

    def _fail(self, code, text):
        return self._reply("Failure", field_number(1, FAILURES[code]) + field_text(2, text))

    def write(self, data):
        """Takes written bytes and returns the streams that answer them."""
        try:
            messages = self.assembler.feed(bytes(data))
        except ValueError as error:
            self.assembler.reset()
            return [self._fail("DataError", str(error))]
        replies = []
        for kind, payload in messages:
            try:
                replies.append(self.handle(kind, payload))
            except (ValueError, IndexError) as error:
                replies.append(self._fail("DataError", str(error)))
        return replies

    def handle(self, kind, payload):
        name = NAMES.get(kind)
        fields = parse_fields(payload)
        self.log("<-", name or kind, len(payload))
        simple = {
            "Initialize": self._features, "GetFeatures": self._features, "OnekeyGetFeatures": self._onekey_features,
            "EndSession": lambda: self._reply("Success"), "LockDevice": self._lock, "Cancel": self._cancel,
        }
        if name in simple:
            return simple[name]()
        if name == "Ping":
            text = fields.get(1, [b""])[0]
            asks = fields.get(2, [0])[0]
            return self._maybe_button(asks, "ProtectCall", lambda: self._reply("Success", field_bytes(1, text)))
        if name == "GetAddress":
            shows = fields.get(3, [0])[0]
            address = field_text(1, "bc1qsimulated0000000000000000000000000000")
            return self._need_pin(
                lambda: self._maybe_button(shows, "Address", lambda: self._reply("Address", address)))
        waiting, proceed = self.pending or (None, None)
        if name == "PinMatrixAck" and waiting == "pin":
            self.pending = None
            if fields.get(1, [b""])[0].decode() != self.pin:
                return self._fail("PinInvalid", "PIN invalid")
            return self._unlock(proceed)
        if name == "BixinPinInputOnDevice" and waiting == "pin":
            return self._maybe_button(True, "PinEntry", lambda: self._unlock(proceed))
        if name == "ButtonAck" and waiting == "button":
            self.pending = None
            return proceed()
        return self._fail("UnexpectedMessage", "Unexpected message")

    def _features(self):
        self.pending = None
        return self._reply("Features", self.features())

    def _onekey_features(self):
        serial = "TC01WBD202311210"
        payload = [
            field_number(1, 3), field_text(4, "4.10.1"), field_text(11, serial), field_text(12, self.name),
            field_text(13, "2.3.1"),
        ]
        return self._reply("OnekeyFeatures", b"".join(payload))

    def _lock(self):
        self.locked = True
        return self._reply("Success")

    def _unlock(self, proceed):
        self.locked = False
        return proceed()

    def _cancel(self):
        self.pending = None
        return self._fail("ActionCancelled", "Cancelled")

    def _maybe_button(self, asks, code, proceed):
        if not asks:
            return proceed()
        self.pending = ("button", proceed)
        return self._reply("ButtonRequest", field_number(1, BUTTONS[code]))

    def _need_pin(self, proceed):
        if not self.locked:
            return proceed()
        self.pending = ("pin", proceed)
        return self._reply("PinMatrixRequest", field_number(1, 1))
