import { setQuirks } from '../quirks/quirks.ts'

/** Calls a function while the named faults are enabled. They are disabled when it returns or its promise settles. */
export function withFaults<T>(faults: readonly string[], use: () => T): T {
  setQuirks({ faults: new Set(faults), freedoms: new Set() })
  let isPending = false
  try {
    const result = use()
    if (!(result instanceof Promise)) return result
    isPending = true
    return result.finally(() => setQuirks()) as T
  } finally {
    if (!isPending) setQuirks()
  }
}
