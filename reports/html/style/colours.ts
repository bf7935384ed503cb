import type { Shown } from '../../shown.ts'

interface Tone {
  /** Text and icons, on the page and on `soft`. */
  readonly ink: readonly [light: string, dark: string]
  /** The ground of labels. */
  readonly soft: readonly [light: string, dark: string]
  /** Parts of bars. */
  readonly fill: readonly [light: string, dark: string]
}

const green: Tone = {
  ink: ['#14693c', '#6fd39a'],
  soft: ['#e3f4ea', '#14301f'],
  fill: ['#2f9e62', '#3fae74'],
}
const blue: Tone = { ink: ['#1b55a8', '#8dbcff'], soft: ['#e6f0fc', '#152a45'], fill: ['#4a86d8', '#5b93df'] }
const grey: Tone = { ink: ['#525a66', '#a7b0bd'], soft: ['#edeff2', '#262b33'], fill: ['#b4bbc5', '#59626f'] }
const violet: Tone = {
  ink: ['#6238a0', '#c3a5f5'],
  soft: ['#f0e9fb', '#2b2143'],
  fill: ['#8f6ad0', '#9b7bd8'],
}
const amber: Tone = {
  ink: ['#7d5200', '#f0c463'],
  soft: ['#fcf2d6', '#382b0d'],
  fill: ['#dba21f', '#cf9c2b'],
}
const orange: Tone = {
  ink: ['#9a4300', '#ffb17a'],
  soft: ['#fdebdd', '#3c2312'],
  fill: ['#e07b2c', '#d9803c'],
}
const red: Tone = { ink: ['#b01c27', '#ff9c9c'], soft: ['#fce8e8', '#401a1d'], fill: ['#d63a45', '#e05560'] }
const wine: Tone = { ink: ['#93174b', '#ff9cc4'], soft: ['#fbe6ef', '#3f1529'], fill: ['#b02a68', '#cf4a86'] }
const magenta: Tone = {
  ink: ['#7c2a8c', '#ea9ff5'],
  soft: ['#f7e8fa', '#361a3d'],
  fill: ['#a446b8', '#b860cb'],
}

const tones: Readonly<Record<Shown, Tone>> = {
  held: green,
  observed: blue,
  'not-applicable': grey,
  'known-failing': violet,
  warned: amber,
  inconclusive: amber,
  untestable: orange,
  'not-run': grey,
  broken: red,
  crashed: wine,
  'harness-fault': magenta,
}

const verdictRules = Object.entries(tones)
  .map(([shown, { ink, soft, fill }]) => {
    const pair = ([light, dark]: readonly [string, string]): string => `light-dark(${light},${dark})`
    return `.v-${shown}{--ink:${pair(ink)};--soft:${pair(soft)}}.f-${shown}{fill:${pair(fill)}}\n`
  })
  .join('')

/** Colours of the page and of each verdict, for light and dark. */
export const colourStyle = `
:root{
  color-scheme:light dark;
  --page:light-dark(#f6f7f9,#0f1216);
  --card:light-dark(#ffffff,#171b21);
  --sunk:light-dark(#f4f5f8,#101419);
  --text:light-dark(#1a1e25,#e4e8ee);
  --quiet:light-dark(#565e6b,#9aa4b2);
  --line:light-dark(#dfe3e9,#2a3039);
  --strong-line:light-dark(#8b94a1,#6b7684);
  --link:light-dark(#1b55a8,#8dbcff);
  --focus:light-dark(#1f6feb,#6ea8ff);
  --shadow:0 1px 2px light-dark(#1c24300d,#0006),0 4px 16px light-dark(#1c24300a,#0004);
}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
${verdictRules}`
