import { acceptsFlags } from './accepted-values.ts'
import { accepts, refuses, rulesOf, says, seeing, formerly } from '#kit'
import { expectRefusal } from '../../../shared/api-server.ts'
import { typeTwin } from '../../../shared/flags/flag-rules.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ document: 3, section: 'Errors', overlaps: true })

const compatibilityFlags = [
  ['--emulation-forward-compatible', 'EmulationForwardCompatible'],
  ['--runtime-config-emulation-forward-compatible', 'RuntimeConfigEmulationForwardCompatible'],
] as const

must(
  'flag.secure-port.not-zero',
  { ...flagRow('--secure-port', 'range'), twin: typeTwin('--secure-port') },
  () => {
    says('The secure port cannot be disabled with 0.')
    refuses({ title: 'the port 0', id: '0' }, async () => {
      await expectRefusal({ flags: { '--secure-port': 0 } }, '--secure-port')
    }).sees('values-unchecked-secure-port')
  },
)

must('flag.service-cluster-ip-range.two-at-most', flagRow('--service-cluster-ip-range', 'values'), () => {
  says('The flag takes CIDRs, two of them at most.')
  const flag = '--service-cluster-ip-range'
  const dualStackRanges = '10.0.0.0/24,fd00:10::/112'

  accepts('a range of each IP version', acceptsFlags({ [flag]: dualStackRanges })).sees(
    'second-service-ip-range-refused',
  )

  const wrongRanges = {
    'a third range': seeing(['third-service-ip-range-accepted'], `${dualStackRanges},10.1.0.0/24`),
    'a string that is not a CIDR': formerly(
      'a text that is no CIDR',
      seeing(['service-ip-range-form-unchecked'], 'services'),
    ),
    'an address without a mask': formerly(
      'an address alone',
      seeing(['service-ip-range-form-unchecked'], '10.0.0.0'),
    ),
  }

  refuses.for(wrongRanges)('%s', async (ranges) => {
    await expectRefusal({ flags: { [flag]: ranges } }, 'service-cluster-ip-range')
  })
})

must(
  'flag.allow-metric-labels.key',
  { ...flagRow('--allow-metric-labels', 'form of keys'), twin: typeTwin('--allow-metric-labels') },
  () => {
    says('A key of the list is the name of a metric and that of a label, with a comma between.')
    refuses({ title: 'a key of a metric without a label', id: 'a key without a label' }, async () => {
      await expectRefusal({ flags: { '--allow-metric-labels': 'requests_total=GET' } }, 'allow-metric-labels')
    }).sees('metric-label-key-unchecked')
  },
)

must(
  'flag.tls-private-key-file.with-certificate',
  { row: '--tls-private-key-file and --tls-cert-file', twin: typeTwin('--secure-port') },
  () => {
    says('--tls-cert-file and --tls-private-key-file go together.')
    // The default settings have both files.
    refuses('a certificate without a key', async () => {
      await expectRefusal({ flags: { '--tls-private-key-file': undefined } }, 'cert')
    }).sees('tls-file-alone-accepted')

    refuses('a key without a certificate', async () => {
      await expectRefusal({ flags: { '--tls-cert-file': undefined } }, 'cert')
    }).sees('tls-file-alone-accepted')
  },
)

for (const [flag, field] of compatibilityFlags) {
  const name = flag.slice(2)
  must(`flag.${name}.below-own-version`, { ...flagRow(flag, 'allowed'), twin: typeTwin(flag) }, () => {
    says(`${flag} may be true only when a lower version than the program's own is emulated.`)
    refuses('the flag when nothing is emulated', async () => {
      await expectRefusal({ flags: { [flag]: true } }, [flag, field])
    }).sees(`${name}-at-own-version-accepted`)

    refuses(
      {
        title: 'the flag when the current version is emulated by name',
        id: 'the flag when the own version is emulated by name',
      },
      async (check) => {
        const ownVersion = check.open('emulation.own-version')
        await expectRefusal({ flags: { [flag]: true, '--emulated-version': ownVersion } }, [flag, field])
      },
    ).sees(`${name}-with-own-version-named-accepted`)
  })
}
