// Hosts that are no public places: this machine, the local network, reserved names and addresses.
// SPDX-License-Identifier: Apache-2.0

/// Which hosts are never handed to another program, since a page could reach into the local network through it.
enum SpecialUse {
    /// Names at the end of a domain that are never public: RFC 6761, 6762, 7686, 8375 and 9476, ICANN's `internal`, and
    /// the ones that routers and offices use without asking.
    ///
    /// The documentation name `example` is left out: it leads nowhere.
    private static let names: Set<String> = [
        "alt", "arpa", "corp", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain", "localhost",
        "mail", "onion", "private", "test",
    ]

    /// Why `host` is no public place, or nil where it is one.
    static func reason(_ kind: HostKind, host: String) -> String? {
        switch kind {
        case .domain:
            guard let dot = host.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "a name without a dot is local" }
            let last = String(host[host.utf8.index(after: dot)...])
            return names.contains(last) ? "names under .\(last) are not public" : nil
        case .ipv4(let address):
            return isPublic(address) ? nil : "the address is not public"
        case .ipv6(let address):
            return isPublic(address) ? nil : "the address is not public"
        }
    }

    /// Whether a connection to the host stays on this machine: a loopback address, the unspecified one, and both of
    /// them mapped from IPv4.
    static func isThisMachine(_ kind: HostKind) -> Bool {
        switch kind {
        case .domain: return false
        case .ipv4(let address): return address >> 24 == 127 || address == 0
        case .ipv6(let address):
            guard address.pieces.prefix(5).allSatisfy({ $0 == 0 }) else { return false }
            if address.pieces[5] == 0xffff { return address.pieces[6] >> 8 == 127 || address.pieces[6...] == [0, 0] }
            return address.pieces[5] == 0 && address.pieces[6] == 0 && address.pieces[7] <= 1
        }
    }

    /// Whether the host is a loopback address in its own spelling.
    static func isLoopback(_ kind: HostKind) -> Bool {
        switch kind {
        case .domain: false
        case .ipv4(let address): address >> 24 == 127
        case .ipv6(let address): address.pieces == [0, 0, 0, 0, 0, 0, 0, 1]
        }
    }

    /// Networks of the IANA registry of special-purpose IPv4 addresses, and multicast: address, then prefix length.
    private static let reservedIPv4: [(network: UInt32, length: UInt32)] = [
        (0x0000_0000, 8), (0x0a00_0000, 8), (0x6440_0000, 10), (0x7f00_0000, 8), (0xa9fe_0000, 16), (0xac10_0000, 12),
        (0xc000_0000, 24), (0xc000_0200, 24), (0xc058_6300, 24), (0xc0a8_0000, 16), (0xc612_0000, 15),
        (0xc633_6400, 24), (0xcb00_7100, 24), (0xe000_0000, 4), (0xf000_0000, 4),
    ]

    private static func isPublic(_ address: UInt32) -> Bool {
        !reservedIPv4.contains { (address ^ $0.network) >> (32 - $0.length) == 0 }
    }

    /// Global unicast is `2000::/3`.
    ///
    /// Within it documentation, Teredo, ORCHID and benchmarking (`2001::/23`, `2001:db8::/32`, `3fff::/20`) and 6to4
    /// (`2002::/16`, which may carry a private IPv4 address) are not public places.
    private static func isPublic(_ address: IPv6Address) -> Bool {
        let first = address.pieces[0]
        let second = address.pieces[1]
        guard first >> 13 == 1 else { return false }
        if first == 0x2001, second < 0x200 || second == 0xdb8 { return false }
        if first == 0x3fff, second < 0x1000 { return false }
        return first != 0x2002
    }
}
