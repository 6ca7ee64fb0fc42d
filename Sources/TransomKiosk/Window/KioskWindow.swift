// The one window of a kiosk: full screen on its monitor, whatever happens to that.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import TransomGLib
import TransomShell
import TransomWebKitShims
import WebKit

/// The one window of a kiosk: it fills its monitor, also after that was unplugged, changed or turned, and it cannot be closed.
///
/// It stays when sessions come and go. A screen of the host's own lies over whatever a session shows.
final class KioskWindow {
    /// Called when nothing lies over the pages any more.
    var onUncovered: (() -> Void)?

    private let options: KioskWindowOptions
    private let say: (String) -> Void
    private let toplevel: ObjectRef
    private let overlay: ObjectRef
    private let pages: ObjectRef
    private var screens: [ObjectRef] = []
    private var connections: [SignalConnection] = []
    private var hasPointer = true
    private var isMissingMonitor = false
    private var isDestroyed = false
    /// Where the window stands, in application pixels.
    private(set) var area = GdkRectangle()

    init(_ options: KioskWindowOptions, say: @escaping (String) -> Void) {
        self.options = options
        self.say = say
        toplevel = ObjectRef(retaining: UnsafeMutableRawPointer(gtk_window_new(GTK_WINDOW_TOPLEVEL)))
        overlay = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_overlay_new()))
        pages = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
        let window = transom_window(toplevel.pointer)
        gtk_window_set_title(window, options.title)
        gtk_window_set_decorated(window, 0)
        gtk_window_set_deletable(window, 0)
        HostScreen.install()
        gtk_container_add(transom_container(overlay.pointer), transom_widget(pages.pointer))
        gtk_container_add(transom_container(toplevel.pointer), transom_widget(overlay.pointer))
        gtk_widget_show(transom_widget(pages.pointer))
        gtk_widget_show(transom_widget(overlay.pointer))
        if let rotation = options.rotation { MonitorRotation.apply(rotation, to: options.monitor, say: say) }
        if options.scale != nil, !KioskMonitor.isX11 {
            say("kiosk: the compositor scales the picture; window.scale does nothing here")
        }
        connect()
        place()
        gtk_widget_show(widget)
        place()
    }

    /// The toplevel.
    var widget: UnsafeMutablePointer<GtkWidget> { transom_widget(toplevel.pointer) }

    // MARK: - Content

    /// Shows a session's stage.
    func show(_ stage: UnsafeMutablePointer<GtkWidget>) {
        gtk_box_pack_start(transom_box(pages.pointer), stage, 1, 1, 0)
        gtk_widget_show(stage)
    }

    /// Takes a stage away.
    func remove(_ stage: UnsafeMutablePointer<GtkWidget>) {
        guard !isDestroyed, gtk_widget_get_parent(stage) == transom_widget(pages.pointer) else { return }
        gtk_container_remove(transom_container(pages.pointer), stage)
    }

    /// Lays a screen of the host's own over everything; the page is not reached meanwhile.
    func cover(with screen: UnsafeMutablePointer<GtkWidget>) {
        guard !isDestroyed else { return }
        gtk_widget_set_sensitive(transom_widget(pages.pointer), 0)
        screens.append(ObjectRef(retaining: UnsafeMutableRawPointer(screen)))
        gtk_overlay_add_overlay(transom_overlay(overlay.pointer), screen)
        gtk_widget_show(screen)
        gtk_widget_child_focus(screen, GTK_DIR_TAB_FORWARD)
        if !hasPointer { setPointer(false) }
    }

    /// Takes a screen away; harmless when it is gone.
    func uncover(_ screen: UnsafeMutablePointer<GtkWidget>) {
        let pointer = UnsafeMutableRawPointer(screen)
        guard !isDestroyed, screens.contains(where: { $0.pointer == pointer }) else { return }
        screens.removeAll { $0.pointer == pointer }
        gtk_container_remove(transom_container(overlay.pointer), screen)
        guard screens.isEmpty else { return }
        gtk_widget_set_sensitive(transom_widget(pages.pointer), 1)
        onUncovered?()
    }

    /// Writes what the window shows as PNG, where some views are black; returns a sentence when that is impossible.
    func writePicture(to path: String, hiding hidden: [WKWebView] = []) -> String? {
        WindowPicture.write(widget, to: path, hiding: hidden)
    }

    /// Shows the pointer, or hides it.
    func setPointer(_ isShown: Bool) {
        hasPointer = isShown
        guard !isDestroyed else { return }
        transom_window_hide_cursor(widget, isShown ? 0 : 1)
    }

    /// Takes the window away.
    func destroy() {
        guard !isDestroyed else { return }
        setPointer(true)
        isDestroyed = true
        connections = []
        gtk_widget_destroy(widget)
    }

    isolated deinit { destroy() }

    // MARK: - Place

    private func connect() {
        connections.append(
            SignalConnection(toplevel.pointer, 0) { object, data, destroy in
                // Alt+F4 and a window manager's close mean nothing here.
                transom_connect_delete_event(object, { _, _, _ in 1 }, data, destroy)
            })
        connections.append(
            SignalConnection(toplevel.pointer, WeakReference(self)) { object, data, destroy in
                transom_connect_map(
                    object,
                    { _, data in CallbackBox<WeakReference<KioskWindow>>.value(at: data)?.object?.mapped() }, data,
                    destroy)
            })
        guard let screen = gtk_widget_get_screen(widget) else { return }
        let pointer = UnsafeMutableRawPointer(screen)
        connections.append(
            SignalConnection(pointer, WeakReference(self)) { object, data, destroy in
                transom_connect_monitors_changed(
                    object,
                    { _, data in CallbackBox<WeakReference<KioskWindow>>.value(at: data)?.object?.place() }, data,
                    destroy)
            })
        connections.append(
            SignalConnection(pointer, WeakReference(self)) { object, data, destroy in
                transom_connect_size_changed(
                    object,
                    { _, data in CallbackBox<WeakReference<KioskWindow>>.value(at: data)?.object?.place() }, data,
                    destroy)
            })
    }

    private func mapped() {
        transom_window_take_keyboard(widget)
    }

    /// Fills the monitor.
    private func place() {
        guard !isDestroyed, let display = gtk_widget_get_display(widget) else { return }
        let count = gdk_display_get_n_monitors(display)
        let chosen = options.monitor.flatMap { name in
            (0..<count).first { KioskMonitor.name(gdk_display_get_monitor(display, $0)) == name }
        }
        tellMissing(options.monitor != nil && chosen == nil)
        let index = chosen ?? 0
        guard let monitor = gdk_display_get_monitor(display, index) else { return }
        gdk_monitor_get_geometry(monitor, &area)
        HostScreen.addKioskStyle(to: widget, width: Int(area.width), height: Int(area.height))
        let window = transom_window(toplevel.pointer)
        // Without a window manager nobody makes a window full screen, so it is given its place and size as well.
        gtk_window_set_default_size(window, area.width, area.height)
        gtk_window_move(window, area.x, area.y)
        gtk_window_resize(window, max(1, area.width), max(1, area.height))
        gtk_window_fullscreen_on_monitor(window, gtk_widget_get_screen(widget), index)
        gtk_window_set_keep_above(window, 1)
    }

    private func tellMissing(_ isMissing: Bool) {
        defer { isMissingMonitor = isMissing }
        guard isMissing, !isMissingMonitor else { return }
        say("kiosk: there is no monitor \(options.monitor ?? ""); the first one is used until it comes")
    }
}
