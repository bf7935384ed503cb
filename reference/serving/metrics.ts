/** Label values by label name. */
export type Labels = Readonly<Record<string, string>>

interface Counter {
  readonly help: string
  readonly type: 'counter' | 'gauge'
  readonly values: Map<string, number>
}

/** Counters and gauges of one process, in the Prometheus text format. */
export class Metrics {
  readonly #counters = new Map<string, Counter>()

  /** Counts one event of a name with labels. The first call determines the help. */
  count(name: string, help: string, labels: Labels): void {
    const { values } = this.#metricNamed(name, help, 'counter')
    const key = formatLabels(labels)
    values.set(key, (values.get(key) ?? 0) + 1)
  }

  /** Sets the present value of a gauge. */
  set(name: string, help: string, labels: Labels, value: number): void {
    this.#metricNamed(name, help, 'gauge').values.set(formatLabels(labels), value)
  }

  #metricNamed(name: string, help: string, type: Counter['type']): Counter {
    const counter = this.#counters.get(name) ?? { help, type, values: new Map<string, number>() }
    this.#counters.set(name, counter)
    return counter
  }

  /** Returns the content of `/metrics`. */
  text(): string {
    return [...this.#counters]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, { help, type, values }]) => {
        const lines = [...values].map(([labels, value]) => `${name}${labels} ${value}\n`)
        return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
      })
      .join('')
  }
}

function formatLabels(labels: Labels): string {
  const parts = Object.entries(labels)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}
