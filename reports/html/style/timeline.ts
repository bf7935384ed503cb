const kindColours: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  asked: ['#1b55a8', '#7fb2ff'],
  request: ['#0f766e', '#5fd0c5'],
  output: ['#6b7380', '#98a2b0'],
  signal: ['#b01c27', '#ff8f8f'],
  start: ['#14693c', '#6fd39a'],
  exit: ['#93174b', '#ff9cc4'],
  write: ['#7d5200', '#e9bd5c'],
  note: ['#6238a0', '#c3a5f5'],
}

const kindRules = Object.entries(kindColours)
  .map(([kind, [light, dark]]) => `.k-${kind}{--kind:light-dark(${light},${dark})}`)
  .join('\n')

/** The drawn timeline and its table. */
export const timelineStyle = `
${kindRules}
.timeline{padding:.7rem .9rem;border:1px solid var(--line);border-radius:10px;background:var(--sunk)}
.lanes{display:grid;grid-template-columns:minmax(4rem,auto) minmax(0,1fr);gap:.8rem}
.sources li{height:26px;line-height:26px;font-size:.84rem;text-align:right;white-space:nowrap;color:var(--quiet)}
.plot{display:block;width:100%;overflow:visible}
.plot .lane{stroke:var(--line)}
.plot .gap{fill:light-dark(#5b67780f,#ffffff0a)}
.plot .zero{stroke:var(--strong-line);stroke-dasharray:2 3}
.plot .documented{stroke:light-dark(#6238a0,#c3a5f5);stroke-width:1.5;stroke-dasharray:6 3}
.plot .tick{stroke:var(--strong-line)}
.plot text{fill:var(--quiet);font-size:11px;font-variant-numeric:tabular-nums}
.mark{cursor:pointer;fill:var(--kind)}
.mark use{stroke:var(--sunk);stroke-width:1.5}
.mark .span{opacity:.38}
.mark:hover use,.mark.lit use{stroke:var(--text);stroke-width:2}
.mark.lit .span{opacity:.8}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin-top:.35rem;color:var(--quiet);font-size:.8rem}
.legend>span{display:inline-flex;align-items:center;gap:.3rem}
.legend svg{width:16px;height:16px;fill:var(--kind)}
.entries{margin-top:.5rem}
.entries .scroll{margin-top:.3rem;max-height:24rem;border-top:1px solid var(--line)}
.entries thead th{position:sticky;top:0;background:var(--sunk)}
.entries td{font-size:.86rem;overflow-wrap:anywhere}
.entries td:nth-child(-n+3){white-space:nowrap}
.entries td:first-child{font-variant-numeric:tabular-nums}
.entries tr.lit td{background:light-dark(#fff6d6,#33301f)}
.data pre{font-size:.82rem}
`
