import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What a watch says to the reports of its runs. */
export interface WatchState {
  /** How many of its runs have ended. */
  readonly runs: number
  readonly running: boolean
  /** The report of the latest run, from the folder of the file that says so. */
  readonly page: string
}

const state = 'watch.js'
const opened = 'watch.html'

/**
 * Lets the reports of a watch follow its runs: beside each is a script that the page loads again and again, because from
 * `file://` it can read nothing else, and a page that leads to the latest report.
 */
export class WatchPages {
  readonly #folders: readonly string[]
  #runs = 0
  #page: string

  /** @param folders where the runs of the watch write their reports, the first of which has the page to open */
  constructor(folders: readonly [string, ...string[]]) {
    this.#folders = folders
    this.#page = join(folders[0], 'report.html')
  }

  /** What a person opens. */
  get page(): string {
    return join(this.#folders[0] ?? '', opened)
  }

  running(): void {
    this.#write(true)
  }

  /** @param folder where the run wrote its report; none if it wrote none */
  ended(folder: string | undefined): void {
    if (folder !== undefined) {
      this.#runs += 1
      this.#page = join(folder, 'report.html')
    }
    this.#write(false)
  }

  /** Removes what it wrote: the pages that are open then say that the watch has ended. */
  remove(): void {
    for (const folder of this.#folders)
      for (const name of [state, opened]) rmSync(join(folder, name), { force: true })
  }

  #write(running: boolean): void {
    for (const folder of this.#folders.filter((each) => existsSync(each))) {
      const said: WatchState = { runs: this.#runs, running, page: this.#pageFrom(folder) }
      writeFileSync(join(folder, state), `orchConformanceWatch(${JSON.stringify(said)})\n`)
    }
    const [first = ''] = this.#folders
    if (!existsSync(this.#page)) return
    const page = JSON.stringify(this.#pageFrom(first))
    writeFileSync(
      join(first, opened),
      `<!doctype html><meta charset="utf-8"><title>orch-conformance</title><script>location.replace(${page} + '?watch' + location.hash)</script>\n`,
    )
  }

  /** The address of the latest report, as a page in a folder links it. */
  #pageFrom(folder: string): string {
    return relative(folder, this.#page).replaceAll('\\', '/')
  }
}
