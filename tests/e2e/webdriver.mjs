// A small WebDriver client (https://www.w3.org/TR/webdriver2/) for WebKitWebDriver; every step has a timeout.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { writeFile } from 'node:fs/promises';

const STEP_MS = 20_000;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export const Key = { enter: '\uE007', escape: '\uE00C', up: '\uE013', down: '\uE015', right: '\uE014', left: '\uE012' };

/** Returns a port that is free now. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Asks until the answer is true enough; fails with the last answer. */
export async function until(what, ask, ms = STEP_MS) {
  const end = Date.now() + ms;
  let last;
  do {
    try {
      last = await ask();
      if (last) return last;
    } catch (error) {
      last = error;
    }
    await sleep(60);
  } while (Date.now() < end);
  throw new Error(`waited ${ms} ms for ${what}; last: ${last}`);
}

/** A driver in a process group of its own, so that nothing of it outlives the test. */
export class Driver {
  static async start(program = 'WebKitWebDriver') {
    const driver = new Driver();
    driver.port = await freePort();
    driver.process = spawn(program, [`--port=${driver.port}`, '--host=127.0.0.1'], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      // Without these Tauri's web view takes no commands of a driver.
      env: { ...process.env, TAURI_AUTOMATION: 'true', TAURI_WEBVIEW_AUTOMATION: 'true' },
    });
    let failed;
    driver.process.once('error', (error) => (failed = error));
    driver.process.once('exit', (code) => (failed ??= new Error(`the driver ended with ${code}`)));
    await until('the driver', async () => {
      if (failed) throw failed;
      return (await driver.call('GET', '/status')).ready;
    });
    return driver;
  }

  stop() {
    try {
      process.kill(-this.process.pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }

  async call(method, path, body) {
    const reply = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(STEP_MS),
    });
    const { value } = await reply.json();
    if (!reply.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  }

  /** Opens the program under test, or the driver's own browser without one. */
  async open(binary, args = []) {
    const options = binary ? { 'webkitgtk:browserOptions': { binary, args } } : {};
    const { sessionId } = await this.call('POST', '/session', { capabilities: { alwaysMatch: options } });
    return new Window(this, sessionId);
  }
}

/** The window of the program, as a reader uses it. */
export class Window {
  constructor(driver, session) {
    this.driver = driver;
    this.path = `/session/${session}`;
  }

  call(method, path, body) {
    return this.driver.call(method, `${this.path}${path}`, body);
  }

  close() {
    return this.call('DELETE', '').catch(() => undefined);
  }

  go(url) {
    return this.call('POST', '/url', { url });
  }

  resize(width, height) {
    return this.call('POST', '/window/rect', { width, height });
  }

  /** Runs a function body in the page and returns what it returns. */
  run(script, ...args) {
    return this.call('POST', '/execute/sync', { script, args });
  }

  async find(selector) {
    return (await this.call('POST', '/element', { using: 'css selector', value: selector }))[ELEMENT];
  }

  /** Waits for an element and returns its text. */
  text(selector, ms) {
    return until(`text in ${selector}`, () => this.run('return document.querySelector(arguments[0])?.innerText.trim()', selector), ms);
  }

  count(selector) {
    return this.run('return document.querySelectorAll(arguments[0]).length', selector);
  }

  async click(selector) {
    const element = await until(selector, () => this.find(selector));
    return this.call('POST', `/element/${element}/click`, {});
  }

  async type(selector, text) {
    const element = await until(selector, () => this.find(selector));
    return this.call('POST', `/element/${element}/value`, { text });
  }

  /** Presses keys one after the other, wherever the focus is. */
  press(...keys) {
    const actions = keys.flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]);
    return this.call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  async screenshot(file) {
    // The first one after a long quiet may show the page as it was before: it makes WebKit paint.
    await this.call('GET', '/screenshot');
    await writeFile(file, Buffer.from(await this.call('GET', '/screenshot'), 'base64'));
  }
}
