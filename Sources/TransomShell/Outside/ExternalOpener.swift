// Who opens what leaves the host.
// SPDX-License-Identifier: Apache-2.0

/// Opens a URL that the policy let out.
package protocol ExternalOpener {
    /// The word for the event's `by`.
    var name: String { get }

    /// Whether it never opens anything, so that an event says refused and not failed.
    var opensNothing: Bool { get }

    /// Says where the page is shown, to an opener that shows something there.
    func stand(on stage: PageStage)

    /// Says whom to tell when a person closes what the opener shows on the stage.
    func whenDismissed(_ body: @escaping () -> Void)

    /// Takes away what the opener shows on the stage.
    ///
    /// Returns whether there was anything.
    func dismiss() -> Bool

    /// Opens a URL and reports once, on the main thread.
    ///
    /// - Parameters:
    ///   - url: A URL that a navigation policy has judged `outside`.
    ///   - completion: Nil when a program took it, else a sentence why not.
    func open(_ url: String, completion: @escaping (String?) -> Void)
}

/// What holds for an opener that shows nothing on the stage.
extension ExternalOpener {
    /// False: most openers open.
    package var opensNothing: Bool { false }

    /// Does nothing.
    package func stand(on stage: PageStage) {}

    /// Does nothing.
    package func whenDismissed(_ body: @escaping () -> Void) {}

    /// Nothing is shown.
    package func dismiss() -> Bool { false }
}
