# Drives a host through WebKitWebDriver as anybody's Selenium would, and prints one line a check.
# SPDX-License-Identifier: Apache-2.0
#
# Use: selenium_session.py TRANSOM SHOP-FOLDER SECOND-FOLDER. Ends with status 1 at the first check that fails.
import json, os, sys, tempfile, time, urllib.request
from selenium import webdriver
from selenium.common.exceptions import SessionNotCreatedException
from selenium.webdriver.common.alert import Alert
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

transom, shop, pay = sys.argv[1:4]
arguments = ["run", "page", "--automation", "--serve", f"https://shop.example={shop}", "--serve",
             f"https://pay.example={pay}", "--url", "https://shop.example/", "--allow", "https://pay.example",
             "--handler", "bridge", "--headless"]


def check(name, condition, detail=""):
    print(f"{'ok' if condition else 'not ok'} - {name} {'' if condition else detail}", flush=True)
    if not condition:
        sys.exit(1)


def session(browser_name):
    options = Options()
    options.binary_location = transom
    for argument in arguments:
        options.add_argument(argument)
    options.set_capability("browserName", browser_name)
    return webdriver.WebKitGTK(options=options, service=Service(executable_path="/usr/bin/WebKitWebDriver"))


def quit_quickly(driver, name):
    began = time.monotonic()
    driver.quit()
    seconds = time.monotonic() - began
    print(f"# {name}: {seconds:.2f} s", flush=True)
    check(name, seconds < 5, f"it took {seconds:.1f} s")


# Selenium itself cannot do without a name.
service = Service(executable_path="/usr/bin/WebKitWebDriver")
service.start()


def ask(method, path, body=None):
    request = urllib.request.Request(service.service_url + path, method=method, data=body and json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["value"]


browser = {"webkitgtk:browserOptions": {"binary": transom, "args": arguments}}
unnamed = ask("POST", "/session", {"capabilities": {"alwaysMatch": browser}})
check("a session without a browser's name begins", unnamed["capabilities"]["browserName"] == "transom", str(unnamed))
handles = ask("GET", f"/session/{unnamed['sessionId']}/window/handles")
check("windows are asked for right after the start", len(handles) == 1, str(handles))
began = time.monotonic()
ask("DELETE", "/session/" + unnamed["sessionId"])
seconds = time.monotonic() - began
print(f"# DELETE /session: {seconds:.2f} s", flush=True)
check("it ends at once", seconds < 5, f"it took {seconds:.1f} s")
began = time.monotonic()
unnamed = ask("POST", "/session", {"capabilities": {"alwaysMatch": browser | {"browserName": "transom"}}})
print(f"# POST /session: {time.monotonic() - began:.2f} s", flush=True)
check("the next one begins on the same driver", unnamed["capabilities"]["browserName"] == "transom", str(unnamed))
ask("DELETE", "/session/" + unnamed["sessionId"])
service.stop()

try:
    session("epiphany").quit()
    check("another browser's name is refused", False)
except SessionNotCreatedException as error:
    check("another browser's name is refused", "capabilities" in str(error).lower(), str(error))

driver = session("transom")
wait = WebDriverWait(driver, 20)
check("the browser's name is told", driver.capabilities["browserName"] == "transom", str(driver.capabilities))
driver.get("https://shop.example/")
check("pages are at production origins", driver.execute_script("return origin + isSecureContext") == "https://shop.exampletrue")
check("the one window has a handle", len(driver.window_handles) == 1, str(driver.window_handles))
driver.find_element(By.ID, "name").send_keys("Zoe")
driver.find_element(By.ID, "send").click()
events = wait.until(lambda driver: [event for event in driver.execute_async_script(
    "const done = arguments[arguments.length - 1]; __transom.events(0).then(done)") if event["type"] == "page.bridge"])
check("what the page posts is told", events[0]["data"] == {"name": "Zoe", "trusted": True}, str(events))
later = driver.execute_async_script(
    "const done = arguments[1]; __transom.events(arguments[0]).then(done)", int(events[0]["sequence"]))
check("events after a sequence are asked for", all(event["sequence"] > events[0]["sequence"] for event in later))
started = driver.execute_async_script("const done = arguments[0]; __transom.events(0).then(done)")[0]
check("the session names its file of events", started["type"] == "transom.session.started")
with open(started["data"]["events"]) as file:
    check("the file has them too", any(json.loads(line)["type"] == "page.bridge" for line in file))

driver.find_element(By.ID, "ask").click()
wait.until(lambda driver: Alert(driver).text == "Sure?")
Alert(driver).accept()
check("an alert is answered", wait.until(lambda driver: driver.title == "true"))
driver.find_element(By.ID, "name-it").click()
wait.until(lambda driver: Alert(driver).text == "Name?")
Alert(driver).send_keys("Ann")
Alert(driver).accept()
check("a prompt is answered", wait.until(lambda driver: driver.title == "Ann"))
driver.find_element(By.ID, "ask").click()
wait.until(lambda driver: Alert(driver).text == "Sure?")
Alert(driver).dismiss()
check("a question is refused", wait.until(lambda driver: driver.title == "false"))
driver.find_element(By.ID, "blank").click()
wait.until(lambda driver: len(driver.window_handles) == 2)
main = driver.current_window_handle
driver.switch_to.window([each for each in driver.window_handles if each != main][0])
check("an empty popup has a handle and an address", driver.current_url in ("", "about:blank"), driver.current_url)
driver.close()
driver.switch_to.window(main)
wait.until(lambda driver: len(driver.window_handles) == 1)
driver.find_element(By.ID, "open").click()
wait.until(lambda driver: len(driver.window_handles) == 2)
first, second = driver.current_window_handle, [each for each in driver.window_handles if each != driver.current_window_handle][0]
driver.switch_to.window(second)
wait.until(lambda driver: driver.current_url == "https://pay.example/")
check("a popup is a window with a handle", driver.execute_script("return opener !== null"))
driver.close()
driver.switch_to.window(first)
check("a popup is closed", wait.until(lambda driver: len(driver.window_handles) == 1))
check("a picture is taken", driver.get_screenshot_as_png().startswith(b"\x89PNG"))
driver.add_cookie({"name": "till", "value": "7"})
check("cookies are set and read", driver.get_cookie("till")["value"] == "7")
driver.delete_cookie("till")
check("cookies are deleted", driver.get_cookie("till") is None)
check("a picture of an element is taken", driver.find_element(By.ID, "send").screenshot_as_png.startswith(b"\x89PNG"))
with tempfile.NamedTemporaryFile(suffix=".txt") as file:
    driver.find_element(By.ID, "file").send_keys(file.name)
    name = driver.execute_script("return document.getElementById('file').files[0].name")
    check("a file is uploaded", name == os.path.basename(file.name), name)
quit_quickly(driver, "a session ends at once")
print("done")
