// The order in which a scheme task may be answered.
// SPDX-License-Identifier: Apache-2.0

/// The order of the calls on a `WKURLSchemeTask`, with Apple's sentences for what is out of it.
struct SchemeTaskOrder {
    /// What is out of order.
    enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
        /// The handler was told to stop.
        case stopped
        /// The task has ended or failed.
        case completed
        /// A response came after data.
        case dataSent
        /// Data or the end came before a response.
        case noResponse

        var description: String {
            switch self {
            case .stopped: "This task has already been stopped"
            case .completed: "[WKURLSchemeTask taskDidCompleteWithError:] has already been called for this task"
            case .dataSent: "[WKURLSchemeTask taskDidReceiveData:] has already been called for this task"
            case .noResponse: "No response has been sent for this task"
            }
        }
    }

    private enum Stage {
        case started
        case responded
        case sending
        case completed
        case stopped
    }

    private var stage = Stage.started

    /// Whether neither the end nor a stop has come.
    var isOpen: Bool { stage != .completed && stage != .stopped }
    /// Whether the handler was told to stop.
    var isStopped: Bool { stage == .stopped }

    /// A response is given.
    mutating func respond() throws(Fault) {
        try checkOpen()
        guard stage != .sending else { throw .dataSent }
        stage = .responded
    }

    /// Data is given.
    mutating func send() throws(Fault) {
        try checkOpen()
        guard stage != .started else { throw .noResponse }
        stage = .sending
    }

    /// The end is given.
    mutating func finish() throws(Fault) {
        try checkOpen()
        guard stage != .started else { throw .noResponse }
        stage = .completed
    }

    /// An error is given.
    mutating func fail() throws(Fault) {
        try checkOpen()
        stage = .completed
    }

    /// The handler is told to stop.
    mutating func stop() {
        if isOpen { stage = .stopped }
    }

    private func checkOpen() throws(Fault) {
        switch stage {
        case .completed: throw .completed
        case .stopped: throw .stopped
        case .started, .responded, .sending: return
        }
    }
}
