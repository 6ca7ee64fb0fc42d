// What a host can be asked to do: one enum for every front end.
// SPDX-License-Identifier: Apache-2.0

/// What a host can be asked to do.
///
/// One enum for every front end: the control pipe, scenarios, `transom ctl`, a home page and Swift tests all encode this.
public enum Command: Sendable, Equatable {
    /// Opens an integration as a sheet, with its parameters; several values only where a parameter may be repeated.
    case open(integration: String, parameters: [String: [String]])
    /// Loads the page again.
    case reload
    /// Goes back in the page's history.
    case back
    /// Loads a URL, if the policy lets it.
    case navigate(url: String)
    /// Closes the target.
    case close
    /// Clicks an element.
    case click(selector: String)
    /// Replaces the text of a field.
    case fill(selector: String, text: String)
    /// Presses a key, by the names of the DOM's `KeyboardEvent.key`, in an element or wherever the focus is.
    case press(key: String, selector: String?)
    /// Chooses an option of a list by its value or its label.
    case select(selector: String, option: String)
    /// Gives files to a file field or an open file chooser.
    case upload(selector: String?, files: [String])
    /// Waits for a condition.
    case wait(WaitCondition)
    /// Waits for an event whose type matches a glob and whose data hold these members.
    case expect(event: String, data: JSONValue?)
    /// Sends a message to the page, by its integration's contract.
    case send(type: String, data: JSONValue)
    /// Hands in a return link.
    case returnLink(url: String)
    /// Runs a tester's own script as the body of a function, with arguments by name; refused in a kiosk.
    case evaluate(script: String, arguments: [String: JSONValue])
    /// Takes a picture, into a file or into the answer.
    case screenshot(path: String?)
    /// Says what becomes of the next window that the page asks for, or of the target.
    case popup(PopupAction)
    /// Answers the script dialog that is open or opens next.
    case dialog(accept: Bool, text: String?)
    /// Answers requests for a URL pattern in place of the network.
    case stub(url: String, status: Int, headers: [String: String], body: String)
    /// Holds back answers to requests for a URL pattern.
    case delay(url: String, seconds: Double)
    /// Lets requests for a URL pattern fail.
    case fail(url: String, kind: NetworkFailure)
    /// Takes the network away or gives it back.
    case offline(Bool)
    /// Ends a process of the engine's, to see the host recover.
    case kill(EngineProcess)
    /// Ends the session and begins a new one.
    case reset
    /// Asks for the host's state.
    case status
    /// Ends the host.
    case quit
}
