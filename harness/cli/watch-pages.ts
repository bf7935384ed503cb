import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** State of a watch for the reports of its runs. */
export interface WatchState {
  /** Number of finished runs. */
  readonly runs: number
  readonly running: boolean
  /** Report of the latest run, relative to the folder of this file. */
  readonly page: string
}

const stateFile = 'watch.js'
const watchPage = 'watch.html'

/**
 * Makes the reports of a watch follow its runs. Each report folder gets a script with the state, which an open page
 * loads repeatedly because a page from `file://` can read no other file. The first folder also gets a page that links
 * to the latest report.
 */
export class WatchPages {
  readonly #folders: readonly string[]
  #runs = 0
  #page: string

  /** @param folders report directories of the runs; the first contains the page to open */
  constructor(folders: readonly [string, ...string[]]) {
    this.#folders = folders
    this.#page = join(folders[0], 'report.html')
  }

  /** Path of the page to open. */
  get page(): string {
    return join(this.#folders[0] ?? '', watchPage)
  }

  markRunning(): void {
    this.#write(true)
  }

  /** @param folder report directory of the run; `undefined` if the run wrote no report */
  markEnded(folder: string | undefined): void {
    if (folder !== undefined) {
      this.#runs += 1
      this.#page = join(folder, 'report.html')
    }
    this.#write(false)
  }

  /** Removes the written files. Open pages then report that the watch has ended. */
  remove(): void {
    for (const folder of this.#folders)
      for (const name of [stateFile, watchPage]) rmSync(join(folder, name), { force: true })
  }

  #write(running: boolean): void {
    for (const folder of this.#folders.filter((each) => existsSync(each))) {
      const watchState: WatchState = { runs: this.#runs, running, page: this.#pageFrom(folder) }
      writeFileSync(join(folder, stateFile), `orchConformanceWatch(${JSON.stringify(watchState)})\n`)
    }
    const [first = ''] = this.#folders
    if (!existsSync(this.#page)) return
    const page = JSON.stringify(this.#pageFrom(first))
    writeFileSync(
      join(first, watchPage),
      `<!doctype html><meta charset="utf-8"><title>orch-conformance</title><script>location.replace(${page} + '?watch' + location.hash)</script>\n`,
    )
  }

  /** Returns the address of the latest report, relative to a folder. */
  #pageFrom(folder: string): string {
    return relative(folder, this.#page).replaceAll('\\', '/')
  }
}
