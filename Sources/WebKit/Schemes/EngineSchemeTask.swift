// The scheme task that handlers are given.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import FoundationNetworking
import TransomGLibShims

/// Carries the calls of a handler, from whatever thread, to the exchange on the main thread.
final class EngineSchemeTask: NSObject, WKURLSchemeTask, Sendable {
    let request: URLRequest
    let exchange: SchemeExchange

    init(_ request: URLRequest, _ exchange: SchemeExchange) {
        self.request = request
        self.exchange = exchange
        super.init()
    }

    func didReceive(_ response: URLResponse) {
        carryOut { exchange throws(SchemeTaskOrder.Fault) in try exchange.respond(response) }
    }

    func didReceive(_ data: Data) {
        carryOut { exchange throws(SchemeTaskOrder.Fault) in try exchange.send(data) }
    }

    func didFinish() {
        carryOut { exchange throws(SchemeTaskOrder.Fault) in try exchange.finish() }
    }

    func didFailWithError(_ error: any Error) {
        let error = error as NSError
        let (domain, code, sentence) = (error.domain, error.code, error.localizedDescription)
        carryOut { exchange throws(SchemeTaskOrder.Fault) in
            try exchange.fail(domain: domain, code: code, sentence: sentence)
        }
    }

    private func carryOut(_ call: @escaping @MainActor @Sendable (SchemeExchange) throws(SchemeTaskOrder.Fault) -> Void)
    {
        let exchange = exchange
        if transom_is_first_thread() {
            MainActor.assumeIsolated {
                do throws(SchemeTaskOrder.Fault) { try call(exchange) } catch {
                    // Nobody is left who could stop a task of a view that is gone.
                    if error == .stopped, exchange.isAbandoned { return }
                    preconditionFailure("\(error)")
                }
            }
        } else {
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    do throws(SchemeTaskOrder.Fault) { try call(exchange) } catch {
                        // The caller could not know of the stop that came between.
                        precondition(error == .stopped, "\(error)")
                    }
                }
            }
        }
    }
}
