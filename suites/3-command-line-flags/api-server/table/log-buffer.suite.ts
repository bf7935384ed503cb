import { acceptsFlags } from './accepted-values.ts'
import { accepts, refuses, rulesOf, says } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { expectAccepted, expectRefusal } from '../../../shared/api-server.ts'
import { typeTwin } from '../../../shared/flags/flag-rules.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ overlaps: true })

const buffer = '--log-text-info-buffer-size'
const splitStreamFlag = '--log-text-split-stream'
const gate = { '--feature-gates': 'LoggingAlphaOptions=true' }

const styles = {
  none: '512',
  K: '1K',
  Ki: '2Ki',
  M: '3M',
  G: '4G',
  Mi: '5Mi',
  Gi: '6Gi',
}

const gatedFlags: readonly { flag: `--${string}`; value: Flags[`--${string}`]; fault: string }[] = [
  { flag: buffer, value: '512', fault: 'log-buffer-gate-ignored' },
  { flag: splitStreamFlag, value: true, fault: 'log-split-stream-gate-ignored' },
]

must('flag.log-text-info-buffer-size.styles', flagRow(buffer, 'styles'), () => {
  says('Sizes may be written with decimal and binary suffixes.')
  for (const [suffix, size] of Object.entries(styles)) {
    const flags = { ...gate, [buffer]: size }
    // The suffix K has a separate start, because programs that parse quantities accept only k.
    const expectStart = suffix === 'K' ? () => expectAccepted({ flags }) : acceptsFlags(flags)
    accepts(`${size}`, expectStart).sees(`log-buffer-suffix-refused-${suffix}`)
  }
})

for (const { flag, value, fault } of gatedFlags) {
  must(`flag.${flag.slice(2)}.gate`, { ...flagRow(flag, 'gate'), twin: typeTwin(flag) }, () => {
    says(`${flag} needs the feature gate LoggingAlphaOptions.`)
    refuses({ title: 'the flag without the gate', id: 'it without the gate' }, async () => {
      await expectRefusal({ flags: { [flag]: value } }, 'LoggingAlphaOptions')
    }).sees(fault)
  })
}
