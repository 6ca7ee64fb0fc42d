// A page that keeps everything that a page can keep.
// SPDX-License-Identifier: Apache-2.0

/// A page on which a customer leaves something of every kind, and which tells what is there.
enum CustomerPage {
    /// The page: `leave()` leaves something of every kind, `left()` tells what is there.
    static let text = """
        <!doctype html><meta charset="utf-8"><body style="height:4000px"><input id="name">
        <script>
        const request = (one) => new Promise((done, fail) => { one.onsuccess = () => done(one.result); one.onerror = fail })
        window.leave = async () => {
            document.cookie = 'customer=ann; max-age=3600; secure'
            localStorage.customer = 'ann'
            sessionStorage.customer = 'ann'
            const open = indexedDB.open('shop', 1)
            open.onupgradeneeded = () => open.result.createObjectStore('orders')
            const base = await request(open)
            await request(base.transaction('orders', 'readwrite').objectStore('orders').put('ann', 1))
            base.close()
            const cache = await caches.open('shop')
            await cache.put('/order', new Response('ann'))
            await navigator.serviceWorker?.register('/worker.js').catch(() => {})
            history.pushState({}, '', '/?order=ann')
            document.getElementById('name').value = 'ann'
            window.name = 'ann'
            scrollTo(0, 900)
        }
        window.left = async () => JSON.stringify({
            cookie: document.cookie, local: localStorage.length, session: sessionStorage.length,
            bases: (await indexedDB.databases()).length, caches: (await caches.keys()).length,
            workers: (await navigator.serviceWorker?.getRegistrations() ?? []).length,
            history: history.length, url: location.href, name: window.name,
            field: document.getElementById('name').value, scroll: scrollY, scale: visualViewport.scale,
        })
        </script></body>
        """
    /// What `left()` gives where nothing is.
    static let clean =
        #"{"cookie":"","local":0,"session":0,"bases":0,"caches":0,"workers":0,"history":1,"url":"https://till.example/","#
        + #""name":"","field":"","scroll":0,"scale":1}"#
}
