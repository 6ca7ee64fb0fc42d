# SPDX-License-Identifier: Apache-2.0
"""Simulated wallet: frame codec + a tiny message machine. Pure logic, no I/O.

write side : 64-byte packets, each starting 0x3F; first has '##' + BE16 type + BE32 len.
notify side: one byte stream  3F 23 23 | BE16 type | BE32 len | protobuf ; cut at (ATT MTU - 3);
             no 0x3F on continuation chunks, no padding (as the nRF firmware does).
"""
import struct

MSG = dict(Initialize=0, Ping=1, Success=2, Failure=3, Features=17, PinMatrixRequest=18, PinMatrixAck=19,
           Cancel=20, LockDevice=24, ButtonRequest=26, ButtonAck=27, GetAddress=29, Address=30,
           PassphraseRequest=41, PassphraseAck=42, GetFeatures=55, EndSession=83,
           BixinPinInputOnDevice=10000, OnekeyGetFeatures=10025, OnekeyFeatures=10026)
NAME = {v: k for k, v in MSG.items()}
FAIL = dict(UnexpectedMessage=1, DataError=3, ActionCancelled=4, PinInvalid=7, ProcessError=9)
BTN = dict(Other=1, ProtectCall=7, Address=10, PinEntry=20)


def varint(n):
    out = bytearray()
    while True:
        b = n & 0x7F
        n >>= 7
        out.append(b | (0x80 if n else 0))
        if not n:
            return bytes(out)


def f_u(i, v): return varint(i << 3) + varint(int(v))
def f_b(i, v): return varint(i << 3 | 2) + varint(len(v)) + v
def f_s(i, v): return f_b(i, v.encode())


def pb_parse(b):
    """-> {field: [values]} ; varint -> int, length-delimited -> bytes"""
    i, out = 0, {}
    def rv(i):
        n = s = 0
        while True:
            c = b[i]; i += 1
            n |= (c & 0x7F) << s; s += 7
            if not c & 0x80: return n, i
    while i < len(b):
        t, i = rv(i)
        fid, wt = t >> 3, t & 7
        if wt == 0: v, i = rv(i)
        elif wt == 2:
            n, i = rv(i); v = b[i:i + n]; i += n
            if len(v) != n: raise ValueError('truncated field')
        elif wt == 5: v = b[i:i + 4]; i += 4
        elif wt == 1: v = b[i:i + 8]; i += 8
        else: raise ValueError('wire type %d' % wt)
        out.setdefault(fid, []).append(v)
    return out


def encode_packets(mtype, payload, size=64):
    """host -> device: list of zero-padded 64-byte packets"""
    body = b'##' + struct.pack('>HI', mtype, len(payload)) + payload
    return [(b'?' + body[i:i + size - 1]).ljust(size, b'\0') for i in range(0, max(len(body), 1), size - 1)]


def encode_stream(mtype, payload):
    return b'?##' + struct.pack('>HI', mtype, len(payload)) + payload


class PacketAssembler:
    """device side: collects written bytes (a write may carry 1..n 64-byte packets)"""
    def __init__(self): self.reset()
    def reset(self): self.buf, self.need, self.typ = b'', None, None
    def feed(self, data):
        msgs = []
        for i in range(0, len(data), 64):
            p = data[i:i + 64]
            if p[:3] == b'?##' and len(p) >= 9:
                self.typ, self.need = struct.unpack('>HI', p[3:9]); self.buf = p[9:]
            elif p[:1] == b'?' and self.need is not None:
                self.buf += p[1:]
            else:
                raise ValueError('packet without header: ' + p[:4].hex())
            if self.need is not None and len(self.buf) >= self.need:
                msgs.append((self.typ, self.buf[:self.need])); self.reset()
        return msgs


class Wallet:
    def __init__(self, name='Touch 1A2B', pin='1234', locked=True, log=lambda *a: None):
        self.name, self.pin, self.locked, self.log = name, pin, locked, log
        self.asm, self.pending = PacketAssembler(), None
        self.session = bytes(range(32))

    def features(self):
        v = [f_s(1, 'onekey.so'), f_u(2, 4), f_u(3, 10), f_u(4, 1), f_s(6, '0123456789ABCDEF01234567'),
             f_u(7, 1), f_u(8, 0), f_s(9, 'en-US'), f_s(10, 'sim wallet'), f_u(12, 1), f_b(13, b'rev'),
             f_u(16, 0 if self.locked else 1), f_s(21, 'T')]
        v += [f_u(30, c) for c in (1, 2, 5, 7, 14, 17)]
        v += [f_b(35, self.session), f_u(38, 600000), f_s(501, self.name), f_s(502, '2.3.1'), f_u(503, 1),
              f_s(508, '4.10.1'), f_s(511, 'TC01WBD202311210'), f_u(520, 93), f_u(600, 3), f_s(612, 'TC01WBD202311210')]
        return b''.join(v)

    def _reply(self, name, payload=b''):
        self.log('->', name, len(payload)); return encode_stream(MSG[name], payload)
    def _fail(self, code, text): return self._reply('Failure', f_u(1, FAIL[code]) + f_s(2, text))

    def write(self, data):
        """bytes written to the write characteristic -> list of reply streams"""
        try: msgs = self.asm.feed(bytes(data))
        except ValueError as e:
            self.asm.reset(); return [self._fail('DataError', str(e))]
        out = []
        for t, p in msgs:
            try: r = self.handle(t, p)
            except (ValueError, IndexError) as e: r = self._fail('DataError', str(e))
            if r is not None: out.append(r)
        return out

    def handle(self, t, p):
        n = NAME.get(t); m = pb_parse(p); self.log('<-', n or t, len(p))
        if n in ('Initialize', 'GetFeatures'):
            self.pending = None; return self._reply('Features', self.features())
        if n == 'OnekeyGetFeatures':
            return self._reply('OnekeyFeatures', f_u(1, 3) + f_s(4, '4.10.1') + f_s(11, 'TC01WBD202311210') + f_s(12, self.name) + f_s(13, '2.3.1'))
        if n == 'Ping':
            msg = m.get(1, [b''])[0]
            done = lambda: self._reply('Success', f_b(1, msg))
            if m.get(2, [0])[0]: return self.button('ProtectCall', done)
            return done()
        if n == 'GetAddress':
            def show():
                addr = lambda: self._reply('Address', f_s(1, 'bc1qsimulated0000000000000000000000000000'))
                return self.button('Address', addr) if m.get(3, [0])[0] else addr()
            return self.need_pin(show)
        if n == 'LockDevice': self.locked = True; return self._reply('Success')
        if n == 'EndSession': return self._reply('Success')
        if n == 'Cancel': self.pending = None; return self._fail('ActionCancelled', 'Cancelled')
        if n == 'PinMatrixAck' and self.pending and self.pending[0] == 'pin':
            cont = self.pending[1]; self.pending = None
            if m.get(1, [b''])[0].decode() != self.pin: return self._fail('PinInvalid', 'PIN invalid')
            self.locked = False; return cont()
        if n == 'BixinPinInputOnDevice' and self.pending and self.pending[0] == 'pin':
            cont = self.pending[1]
            def ok(): self.locked = False; return cont()
            return self.button('PinEntry', ok)
        if n == 'ButtonAck' and self.pending and self.pending[0] == 'btn':
            cont = self.pending[1]; self.pending = None; return cont()
        return self._fail('UnexpectedMessage', 'Unexpected message')

    def button(self, code, cont):
        self.pending = ('btn', cont); return self._reply('ButtonRequest', f_u(1, BTN[code]))
    def need_pin(self, cont):
        if not self.locked: return cont()
        self.pending = ('pin', cont); return self._reply('PinMatrixRequest', f_u(1, 1))


def chunks(stream, mtu): return [stream[i:i + mtu - 3] for i in range(0, len(stream), mtu - 3)]


class NotifyAssembler:
    """host side, as the SDK's web bundle does it"""
    def __init__(self): self.buf, self.need = b'', 0
    def feed(self, d):
        if len(d) >= 9 and d[:3] == b'?##':
            self.need = struct.unpack('>i', d[5:9])[0]; self.buf = d[3:]
        else: self.buf += d
        if len(self.buf) - 6 >= self.need:
            b, self.buf, self.need = self.buf, b'', 0
            return b
        return None


if __name__ == '__main__':
    init = bytes.fromhex('3f232300000000000882f4030088f40301' + '00' * 47)
    assert len(init) == 64
    w = Wallet(); (s,) = w.write(init)
    a = NotifyAssembler(); got = [a.feed(c) for c in chunks(s, 247)]
    assert got[-1] is not None and got[-1][:2] == b'\x00\x11', got
    assert encode_packets(1, f_s(1, 'x' * 100))[1][:1] == b'?' and all(len(p) == 64 for p in encode_packets(1, f_s(1, 'x' * 100)))
    a = NotifyAssembler(); r = None
    for p in encode_packets(29, f_u(3, 1)):
        for s in w.write(p):
            for c in chunks(s, 23): r = a.feed(c)
    assert r[:2] == b'\x00\x12', r
    print('ok; features', len(w.features()))
