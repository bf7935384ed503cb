import type { WatchState } from '#harness/cli/watch-pages.ts'

declare global {
  /** Called by the script that a watch writes next to the page. */
  var orchConformanceWatch: (state: WatchState) => void
}

const pollIntervalMs = 500
const statusTexts = {
  running: 'The checks run again …',
  waiting: 'Watching: this page follows the runs.',
  ended: 'The watch has ended.',
} as const

/** Makes the page follow the runs of a watch if its URL requests that: `report.html?watch`. */
export function startWatch(): void {
  if (!new URLSearchParams(location.search).has('watch')) return
  const status = document.createElement('p')
  status.className = 'watch'
  status.setAttribute('role', 'status')
  document.body.append(status)
  let runs: number | undefined
  globalThis.orchConformanceWatch = (state) => {
    status.textContent = state.running ? statusTexts.running : statusTexts.waiting
    const page = new URL(`${state.page}?watch${location.hash}`, location.href)
    if (page.pathname !== location.pathname) location.replace(page)
    else if (runs !== undefined && state.runs !== runs) location.reload()
    runs = state.runs
  }
  const loadState = (): void => {
    const script = document.createElement('script')
    script.src = `watch.js?${Date.now()}`
    script.addEventListener('load', () => {
      script.remove()
      setTimeout(loadState, pollIntervalMs)
    })
    script.addEventListener('error', () => {
      script.remove()
      status.textContent = statusTexts.ended
    })
    document.head.append(script)
  }
  loadState()
}
