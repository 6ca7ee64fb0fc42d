// Starts the app.
// SPDX-License-Identifier: Apache-2.0

import Foundation

let controller = UKeyViewController()
controller.viewDidLoad()
RunLoop.main.run()
