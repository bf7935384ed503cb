/** Label values by label name. */
export type Labels = Readonly<Record<string, string>>

interface Counter {
  readonly help: string
  readonly values: Map<string, number>
}

/** Counters of one process, in the Prometheus text format. */
export class Metrics {
  readonly #counters = new Map<string, Counter>()

  /** Counts one event of a name with labels; the help is that of the first call. */
  count(name: string, help: string, labels: Labels): void {
    const counter = this.#counters.get(name) ?? { help, values: new Map<string, number>() }
    this.#counters.set(name, counter)
    const key = written(labels)
    counter.values.set(key, (counter.values.get(key) ?? 0) + 1)
  }

  /** What `/metrics` shows. */
  text(): string {
    return [...this.#counters]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, { help, values }]) => {
        const lines = [...values].map(([labels, value]) => `${name}${labels} ${value}\n`)
        return `# HELP ${name} ${help}\n# TYPE ${name} counter\n${lines.join('')}`
      })
      .join('')
  }
}

function written(labels: Labels): string {
  const parts = Object.entries(labels)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}
