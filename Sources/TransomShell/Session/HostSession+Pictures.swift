// Pictures of the window, at the end or for each event.
// SPDX-License-Identifier: Apache-2.0

extension HostSession {
    /// Takes a picture a moment after an event, when what the event tells of has been painted.
    func takePictureSoon(_ path: String) {
        pictureCount += 1
        let number = pictureCount
        guard ending == nil else { return takePicture(path, number) }
        duePictures.insert(number)
        arm("picture-\(number)", .milliseconds(150)) { [weak self] in
            guard let self, duePictures.remove(number) != nil else { return }
            takePicture(path, number)
        }
    }

    /// Takes a picture now.
    func takePicture(_ path: String, _ number: Int) {
        let number = String(number)
        let digits = String(repeating: "0", count: max(0, 3 - number.count)) + number
        if let problem = surface?.writePicture(to: path.replacing("%n", with: digits)) {
            surroundings.say("--screenshot: \(problem)")
        }
    }
}
