// Cameras, microphones and media.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
import Foundation
import TransomGLib

extension WKWebView {
    /// What the page does with a camera.
    ///
    /// `webkit_web_view_get_camera_capture_state`.
    public var cameraCaptureState: WKMediaCaptureState {
        observers.willRead(.cameraCaptureState)
        return isInvalidated ? .none : Self.state(webkit_web_view_get_camera_capture_state(webView))
    }

    /// What the page does with a microphone.
    ///
    /// `webkit_web_view_get_microphone_capture_state`.
    public var microphoneCaptureState: WKMediaCaptureState {
        observers.willRead(.microphoneCaptureState)
        return isInvalidated ? .none : Self.state(webkit_web_view_get_microphone_capture_state(webView))
    }

    /// Mutes, unmutes or ends what the page does with a camera; it cannot be begun from here.
    public func setCameraCaptureState(
        _ state: WKMediaCaptureState, completionHandler: (@MainActor @Sendable () -> Void)? = nil
    ) {
        if !isInvalidated { webkit_web_view_set_camera_capture_state(webView, Self.engineState(state)) }
        afterWebProcess { completionHandler?() }
    }

    /// Mutes, unmutes or ends what the page does with a camera; it cannot be begun from here.
    public func setCameraCaptureState(_ state: WKMediaCaptureState) async {
        await withCheckedContinuation { continuation in
            setCameraCaptureState(state) { continuation.resume() }
        }
    }

    /// Mutes, unmutes or ends what the page does with a microphone; it cannot be begun from here.
    public func setMicrophoneCaptureState(
        _ state: WKMediaCaptureState, completionHandler: (@MainActor @Sendable () -> Void)? = nil
    ) {
        if !isInvalidated { webkit_web_view_set_microphone_capture_state(webView, Self.engineState(state)) }
        afterWebProcess { completionHandler?() }
    }

    /// Mutes, unmutes or ends what the page does with a microphone; it cannot be begun from here.
    public func setMicrophoneCaptureState(_ state: WKMediaCaptureState) async {
        await withCheckedContinuation { continuation in
            setMicrophoneCaptureState(state) { continuation.resume() }
        }
    }

    /// Leaves full screen and picture in picture.
    public func closeAllMediaPresentations(completionHandler: (@MainActor @Sendable () -> Void)? = nil) {
        runMedia(.close) { _ in completionHandler?() }
    }

    /// Leaves full screen and picture in picture.
    public func closeAllMediaPresentations() async {
        _ = await media(.close)
    }

    /// Pauses all media of the page.
    public func pauseAllMediaPlayback(completionHandler: (@MainActor @Sendable () -> Void)? = nil) {
        runMedia(.pause) { _ in completionHandler?() }
    }

    /// Pauses all media of the page.
    public func pauseAllMediaPlayback() async {
        _ = await media(.pause)
    }

    /// Pauses all media of the page and lets none play, or lets them play again.
    public func setAllMediaPlaybackSuspended(
        _ suspended: Bool, completionHandler: (@MainActor @Sendable () -> Void)? = nil
    ) {
        runMedia(suspended ? .suspend : .resume) { _ in completionHandler?() }
    }

    /// Pauses all media of the page and lets none play, or lets them play again.
    public func setAllMediaPlaybackSuspended(_ suspended: Bool) async {
        _ = await media(suspended ? .suspend : .resume)
    }

    /// Tells what the media of the page do.
    public func requestMediaPlaybackState(
        completionHandler: @escaping @MainActor @Sendable (WKMediaPlaybackState) -> Void
    ) {
        runMedia(.state, completionHandler)
    }

    /// Tells what the media of the page do.
    public func requestMediaPlaybackState() async -> WKMediaPlaybackState {
        await media(.state)
    }

    // MARK: - For the module

    /// Calls back after the web process has done what it was told before, or is gone.
    func afterWebProcess(_ then: @escaping () -> Void) {
        ask(webkit_user_message_new("settled", nil)) { _ in then() }
        MainLoop.wake()
    }

    private enum MediaCommand: String {
        case close
        case pause
        case suspend
        case resume
        case state
    }

    private func media(_ command: MediaCommand) async -> WKMediaPlaybackState {
        await withCheckedContinuation { continuation in
            runMedia(command) { continuation.resume(returning: $0) }
        }
    }

    /// In a world of its own, so that the page's words for the same things do not matter.
    ///
    /// Frames of other origins are not reached: a script sees only those of its own.
    private func runMedia(_ command: MediaCommand, _ then: @escaping (WKMediaPlaybackState) -> Void) {
        call(
            Self.mediaScript, arguments: ["command": command.rawValue], in: nil, world: .defaultClient
        ) { result in
            let number = (try? result.get()) as? Int ?? 0
            then(WKMediaPlaybackState(rawValue: number) ?? .none)
        }
    }

    private static let mediaScript = """
        const documents = [];
        const collect = (window) => {
            try { documents.push(window.document) } catch (error) { return }
            for (let index = 0; index < window.length; index++) collect(window[index]);
        };
        collect(window);
        const media = documents.flatMap((document) => [...document.querySelectorAll('video, audio')]);
        if (command === 'close') for (const document of documents) {
            if (document.fullscreenElement) await document.exitFullscreen().catch(() => {});
            if (document.pictureInPictureElement) await document.exitPictureInPicture().catch(() => {});
        }
        if (command === 'pause' || command === 'suspend') for (const element of media) element.pause();
        if (command === 'suspend' && !window.suspendMedia) {
            window.suspendMedia = (event) => event.target.pause();
            for (const document of documents) document.addEventListener('play', suspendMedia, true);
        }
        if (command === 'resume' && window.suspendMedia) {
            for (const document of documents) document.removeEventListener('play', suspendMedia, true);
            delete window.suspendMedia;
        }
        if (window.suspendMedia) return 3;
        if (media.length === 0) return 0;
        return media.some((element) => !element.paused && !element.ended) ? 1 : 2;
        """

    private static func state(_ state: WebKitMediaCaptureState) -> WKMediaCaptureState {
        switch state {
        case WEBKIT_MEDIA_CAPTURE_STATE_ACTIVE: .active
        case WEBKIT_MEDIA_CAPTURE_STATE_MUTED: .muted
        default: .none
        }
    }

    private static func engineState(_ state: WKMediaCaptureState) -> WebKitMediaCaptureState {
        switch state {
        case .none: WEBKIT_MEDIA_CAPTURE_STATE_NONE
        case .active: WEBKIT_MEDIA_CAPTURE_STATE_ACTIVE
        case .muted: WEBKIT_MEDIA_CAPTURE_STATE_MUTED
        }
    }
}
