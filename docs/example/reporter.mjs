// Prints a line for each failed check, and their number at the end.
/** @type {import('orch-conformance/results').MakeReporter} */
export default ({ outDir }) => {
  const failed = []
  let checks = 0
  return {
    event: (event) => {
      if (event.type !== 'check') return
      checks += 1
      if (event.verdict === 'broken') failed.push(`${event.id}: ${event.reason ?? 'no reason'}`)
    },
    end: () =>
      [...failed, `${failed.length} of ${checks} checks are broken: ${outDir}/report.html`, ''].join('\n'),
  }
}
