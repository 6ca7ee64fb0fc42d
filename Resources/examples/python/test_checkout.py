# A page's integration, tested from Python: run it with pytest, or as a program.
# SPDX-License-Identifier: Apache-2.0
import os
from transom import Host

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page")
SHOP = ["page", "--serve", f"https://shop.example={PAGE}", "--url", "https://shop.example/", "--handler", "checkout"]


def stub(host, status):
    host.do("stub", url="https://api.shop.example/*", status=status, headers={"Access-Control-Allow-Origin": "*"})


def test_a_payment_reaches_the_native_side():
    with Host(*SHOP) as host:
        stub(host, 200)
        host.do("fill", selector="role=textbox[name=Amount]", text="500")
        host.do("click", selector="text=Pay")
        event = host.wait_event("page.checkout", amount="500", paid=True)
        assert event["origin"] == "https://shop.example"


def test_a_declined_payment_is_shown():
    with Host(*SHOP) as host:
        stub(host, 402)
        host.do("click", selector="text=Pay")
        host.do("wait", selector="text=Declined")
        host.wait_event("page.checkout", paid=False)


if __name__ == "__main__":
    test_a_payment_reaches_the_native_side()
    test_a_declined_payment_is_shown()
    print("2 tests passed")
