import type { ReadStream } from 'node:tty'

const controlC = '\u0003'

/** Key presses in a terminal, one at a time; none without a terminal. */
export class Keys {
  readonly #input: ReadStream
  #onKey: ((key: string) => void) | undefined
  readonly #onData = (text: string): void => {
    // A raw terminal passes Ctrl+C to the program instead of sending a signal.
    if (text.includes(controlC)) process.kill(process.pid, 'SIGINT')
    else this.#onKey?.(text)
  }

  /** Starts to read keys; `close` restores the terminal. */
  constructor(input: ReadStream) {
    this.#input = input
    if (!input.isTTY) return
    input.setRawMode(true).setEncoding('utf8').on('data', this.#onData).resume()
  }

  get isInteractive(): boolean {
    return this.#input.isTTY
  }

  /** Resolves to the next press of one of the given keys. */
  next<Key extends string>(keys: readonly Key[]): Promise<Key> {
    return new Promise((resolve) => {
      this.#onKey = (pressed) => {
        const key = keys.find((one) => one === pressed)
        if (key !== undefined) resolve(key)
      }
    })
  }

  close(): void {
    if (this.#input.isTTY) this.#input.off('data', this.#onData).setRawMode(false).pause()
  }
}
