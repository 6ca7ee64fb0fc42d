// A virtual machine that is looked at from outside: its screen, its keys, and a command in it.
// SPDX-License-Identifier: Apache-2.0

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

/** A conversation in lines of JSON over a socket, one question after another. */
class Talk {
  #answers = [];
  #lines;
  #socket;

  static async open(path, seconds) {
    for (const end = Date.now() + seconds * 1000; ; await pause(100)) {
      const socket = createConnection(path);
      const isOpen = await new Promise((done) => {
        socket.once("connect", () => done(true));
        socket.once("error", () => done(false));
      });
      if (isOpen) return new Talk(socket);
      if (Date.now() > end) throw new Error(`nobody listens at ${path}`);
    }
  }

  constructor(socket) {
    this.#socket = socket;
    socket.on("error", () => {});
    this.#lines = createInterface({ input: socket });
    this.#lines.on("line", (line) => {
      let answer;
      try { answer = JSON.parse(line.replace(/^\xff/, "")); } catch { return; }
      if ("return" in answer || "error" in answer) this.#answers.shift()?.(answer);
    });
  }

  /** Waits until the agent answers to a number of ours, whatever it still says to questions of before. */
  async agree(seconds) {
    const id = Math.floor(Math.random() * 1e9);
    const isAgreed = new Promise((done) => {
      const next = (answer) => answer.return === id ? done(true) : this.#answers.unshift(next);
      this.#answers = [next];
    });
    this.#socket.write(JSON.stringify({ execute: "guest-sync", arguments: { id } }) + "\n");
    return await Promise.race([isAgreed, pause(seconds * 1000, false, { ref: false })]);
  }

  /** What a command gives; throws where it is refused or not answered in time. */
  async ask(execute, arguments_ = {}, seconds = 60) {
    const answer = await Promise.race([
      new Promise((done) => {
        this.#answers.push(done);
        this.#socket.write(JSON.stringify({ execute, arguments: arguments_ }) + "\n");
      }),
      pause(seconds * 1000, null, { ref: false }),
    ]);
    if (!answer) throw new Error(`${execute} was not answered in ${seconds} s`);
    if (answer.error) throw new Error(`${execute}: ${answer.error.desc}`);
    return answer.return;
  }

  close() { this.#socket.destroy(); }
}

/** The pixels of a picture in the portable pixmap format, and how much of it is of one colour. */
export class Picture {
  constructor(bytes) {
    const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 64).toString("latin1"));
    if (!header) throw new Error("this is no picture");
    [this.width, this.height] = [Number(header[1]), Number(header[2])];
    this.pixels = bytes.subarray(header[0].length);
  }

  /** The share of the pixels that are of a colour, from 0 to 1, with some tolerance in each channel. */
  share([red, green, blue], tolerance = 12) {
    const pixels = this.pixels;
    let count = 0;
    for (let i = 0; i + 2 < pixels.length; i += 3) {
      if (Math.abs(pixels[i] - red) <= tolerance && Math.abs(pixels[i + 1] - green) <= tolerance
        && Math.abs(pixels[i + 2] - blue) <= tolerance) count += 1;
    }
    return count / (this.width * this.height);
  }
}

/** A machine that boots from a disk. */
export class VirtualMachine {
  #process;
  #monitor;
  #agent;
  #folder;

  /**
   * Boots a machine and waits until commands can be run in it.
   *
   * @param {string[]} command QEMU's, without monitor and agent
   * @param {string} folder where its sockets and pictures are
   */
  static async boot(command, folder, seconds = 900) {
    const machine = new VirtualMachine();
    machine.#folder = folder;
    const [program, ...rest] = command;
    machine.#process = spawn(program, [
      ...rest, "-qmp", `unix:${folder}/monitor,server=on,wait=off`,
      "-device", "virtio-serial", "-chardev", `socket,id=agent,path=${folder}/agent,server=on,wait=off`,
      "-device", "virtserialport,chardev=agent,name=org.qemu.guest_agent.0",
    ], { stdio: ["ignore", "inherit", "inherit"] });
    // It ends with whoever started it, whatever happens.
    process.on("exit", () => machine.stop());
    machine.#monitor = await Talk.open(`${folder}/monitor`, 20);
    await machine.#monitor.ask("qmp_capabilities");
    await machine.#waitForAgent(seconds);
    return machine;
  }

  async #waitForAgent(seconds) {
    for (const end = Date.now() + seconds * 1000; ;) {
      this.#agent?.close();
      this.#agent = await Talk.open(`${this.#folder}/agent`, 20);
      if (await this.#agent.agree(3)) return;
      if (this.#process.exitCode !== null) throw new Error("the machine ended while it started");
      if (Date.now() > end) throw new Error(`the machine has not started in ${seconds} s`);
    }
  }

  /** Takes the power away and gives it back, and waits until commands can be run again. */
  async reset(seconds = 900) {
    await this.#monitor.ask("system_reset");
    await pause(3000);
    await this.#waitForAgent(seconds);
  }

  /** Runs a shell's command as root, and gives its status and what it said. */
  async run(command, seconds = 120) {
    const { pid } = await this.#agent.ask("guest-exec", {
      path: "/bin/sh", arg: ["-c", command], "capture-output": true, env: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"],
    });
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(300)) {
      const state = await this.#agent.ask("guest-exec-status", { pid });
      if (!state.exited) continue;
      const text = (data) => Buffer.from(data ?? "", "base64").toString();
      return { status: state.exitcode ?? 128 + state.signal, output: text(state["out-data"]), notes: text(state["err-data"]) };
    }
    throw new Error(`${command} has not ended in ${seconds} s`);
  }

  /** What is on the screen; with a name it is kept as a PNG as well. */
  async picture(name) {
    const file = `${this.#folder}/screen.ppm`;
    await this.#monitor.ask("screendump", { filename: file });
    if (name) await this.#monitor.ask("screendump", { filename: name, format: "png" });
    return new Picture(readFileSync(file));
  }

  /** Presses keys together, by QEMU's names for them. */
  async press(...keys) {
    await this.#monitor.ask("send-key", { keys: keys.map((data) => ({ type: "qcode", data })) });
  }

  /** Presses the pointer's main button at a place, in shares of the screen's width and height. */
  async click(x, y) {
    const axis = (name, share) => ({ type: "abs", data: { axis: name, value: Math.round(share * 32767) } });
    const button = (down) => ({ type: "btn", data: { button: "left", down } });
    await this.#monitor.ask("input-send-event", { events: [axis("x", x), axis("y", y)] });
    await pause(200);
    await this.#monitor.ask("input-send-event", { events: [button(true)] });
    await pause(100);
    await this.#monitor.ask("input-send-event", { events: [button(false)] });
  }

  /** Takes the machine's power away. */
  stop() {
    this.#monitor?.close();
    this.#agent?.close();
    this.#process?.kill("SIGKILL");
  }
}
