// What a session keeps for those who drive it.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
package import TransomSandbox
package import WebKit

extension HostSession {
    /// What a session keeps for those who drive it.
    package struct Driving {
        /// The far end on loopback that the session's network is, where it is one.
        package internal(set) var server: SandboxServer?
        /// What was said in advance about dialogs, files and windows; nil where nobody tests the pages.
        package internal(set) var answers: PageAnswers?
        /// Whether the next window that a page asks for is refused.
        var refusesNextWindow = false
        /// The file that the events go to, where nobody can know it.
        package var eventFile: String?
        /// Does more to the controller of the session's views before anything is loaded.
        package var onController: ((WKUserContentController) -> Void)?
    }

    /// Makes the session's pages ready to be tested.
    func prepareDriving(_ controller: WKUserContentController) {
        if configuration.isTested {
            tellConsole(of: controller)
            driven.answers = PageAnswers()
            driven.answers?.onDialog = { [weak self] dialog, view in self?.showDialog(dialog, in: view) }
        }
        driven.onController?(controller)
    }
}
