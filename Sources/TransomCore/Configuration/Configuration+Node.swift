// A configuration's values, from the tree of its files.
// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// Takes the values of a tree; one that is not of its shape is left as it is without a file.
    init(_ tree: ConfigurationNode, profile: RuleProfile) {
        self.init()
        kiosk = tree["kiosk"]?.text
        environment = tree["environment"]?.word()
        if let path = tree["home"]?["folder"]?.text {
            home = .folder(path)
        } else if let url = tree["home"]?["url"]?.text {
            home = .url(url)
        }
        if let name = tree["integration"]?.text { integrations[name] = IntegrationSettings() }
        for member in tree["integrations"]?.members ?? [] {
            integrations[member.name] = IntegrationSettings(member.value)
        }
        if let node = tree["window"] { window = Window(node) }
        if let node = tree["session"] { session = Session(node) }
        policy.allow =
            tree["policy"]?["allow"]?.elements.compactMap { node in
                node.text.flatMap { try? OriginRule($0, profile: profile) }
            } ?? []
        policy.excursions =
            tree["policy"]?["excursions"]?.elements.compactMap { node in
                node.text.flatMap { try? Origin($0) }
            } ?? []
        network.proxy = tree["network"]?["proxy"]?.text
        network.noProxy = tree["network"]?["noProxy"]?.elements.compactMap(\.text) ?? []
        network.extraCA = tree["network"]?["extraCA"]?.text
        languages = tree["languages"]?.elements.compactMap(\.text) ?? []
        events = tree["events"]?.elements.compactMap { $0.text.flatMap(Sink.init) }
        staff = tree["staff"]?["pin"]?.reference.map(Staff.init)
        if let node = tree["limits"] { channel = ChannelLimits(node) }
    }
}

extension Configuration.IntegrationSettings {
    fileprivate init(_ node: ConfigurationNode) {
        self.init()
        for member in node["parameters"]?.members ?? [] {
            parameters[member.name] = ConfigurationParameter.texts(member.value)
        }
        if let documents = node[ConfigurationTable.documents] {
            parameters[ConfigurationTable.documents] = ConfigurationParameter.texts(documents)
        }
        for member in node["secrets"]?.members ?? [] { secrets[member.name] = member.value.reference }
        route = node["route"]?.text
        outside = node["outside"]?.word()
    }
}

extension Configuration.Window {
    fileprivate init(_ node: ConfigurationNode) {
        self.init()
        mode = node["mode"]?.word()
        monitor = node["monitor"]?.text
        rotation = node["rotation"]?.integer ?? rotation
        scale = node["scale"]?.integer
        keyboard = node["keyboard"]?.word() ?? keyboard
    }
}

extension Configuration.Session {
    fileprivate init(_ node: ConfigurationNode) {
        self.init()
        idleResetAfter = node["idleResetAfter"]?.seconds ?? idleResetAfter
        warnFor = node["warnFor"]?.seconds ?? warnFor
        duringPayment = node["duringPayment"]?.seconds ?? duringPayment
    }
}

extension ChannelLimits {
    fileprivate init(_ node: ConfigurationNode) {
        let standard = ChannelLimits.standard
        self.init(
            textBytes: node["textBytes"]?.integer ?? standard.textBytes,
            depth: node["depth"]?.integer ?? standard.depth,
            keys: node["keys"]?.integer ?? standard.keys, rate: node["rate"]?.integer ?? standard.rate,
            burst: node["burst"]?.integer ?? standard.burst)
    }
}

extension ConfigurationNode {
    fileprivate var integer: Int? { number.flatMap(Int.init(exactly:)) }

    /// Seconds, to the millisecond.
    fileprivate var seconds: Duration? {
        guard let number, (0...86_400).contains(number) else { return nil }
        return .milliseconds(Int64((number * 1_000).rounded()))
    }

    fileprivate var reference: SecretReference? { text.flatMap { try? SecretReference($0) } }

    fileprivate func word<Word: RawRepresentable>() -> Word? where Word.RawValue == String {
        text.flatMap(Word.init(rawValue:))
    }
}
