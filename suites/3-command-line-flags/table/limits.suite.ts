import { rule, test } from '#harness/check/rule.ts'
import { expectAccepted, expectRefusal } from '../../fixtures/api-server.ts'
import { flagRow } from '../flag-rules.ts'

const typed = 'flags.types.accepted/accepts-a-value-of-its-type-for-each-flag'

rule(
  {
    id: 'flag.secure-port.not-zero',
    level: 'MUST',
    says: 'The secure port cannot be disabled with 0.',
    source: flagRow('--secure-port', 'range'),
    twin: typed,
    overlaps: true,
    faults: { 'values-unchecked-secure-port': ['refuses 0'] },
  },
  () => {
    test('refuses 0', async () => {
      await expectRefusal({ flags: { '--secure-port': 0 } }, '--secure-port')
    })
  },
)

rule(
  {
    id: 'flag.service-cluster-ip-range.two-at-most',
    level: 'MUST',
    says: 'The flag takes CIDRs, two of them at most.',
    source: flagRow('--service-cluster-ip-range', 'values'),
    overlaps: true,
    faults: {
      'second-service-ip-range-refused': ['accepts a range of each IP version'],
      'third-service-ip-range-accepted': ['refuses a third range'],
      'service-ip-range-form-unchecked': ['refuses a text that is no CIDR', 'refuses an address alone'],
    },
  },
  () => {
    const flag = '--service-cluster-ip-range'
    const both = '10.0.0.0/24,fd00:10::/112'

    test('accepts a range of each IP version', async () => {
      await expectAccepted({ flags: { [flag]: both } })
    })

    const wrong = {
      'a third range': `${both},10.1.0.0/24`,
      'a text that is no CIDR': 'services',
      'an address alone': '10.0.0.0',
    }

    test.for(wrong)('refuses %s', async (ranges) => {
      await expectRefusal({ flags: { [flag]: ranges } }, 'service-cluster-ip-range')
    })
  },
)

rule(
  {
    id: 'flag.allow-metric-labels.key',
    level: 'MUST',
    says: 'A key of the list is the name of a metric and that of a label, with a comma between.',
    source: flagRow('--allow-metric-labels', 'form of keys'),
    twin: typed,
    overlaps: true,
    faults: { 'metric-label-key-unchecked': ['refuses a key without a label'] },
  },
  () => {
    test('refuses a key without a label', async () => {
      await expectRefusal({ flags: { '--allow-metric-labels': 'requests_total=GET' } }, 'allow-metric-labels')
    })
  },
)

rule(
  {
    id: 'flag.tls-private-key-file.with-certificate',
    level: 'MUST',
    says: '--tls-cert-file and --tls-private-key-file go together.',
    source: { document: 3, section: 'Errors', row: '--tls-private-key-file and --tls-cert-file' },
    twin: typed,
    overlaps: true,
    faults: {
      'tls-file-alone-accepted': [
        'refuses a certificate without a key',
        'refuses a key without a certificate',
      ],
    },
  },
  () => {
    // The usual server has both.
    test('refuses a certificate without a key', async () => {
      await expectRefusal({ flags: { '--tls-private-key-file': undefined } }, 'cert')
    })

    test('refuses a key without a certificate', async () => {
      await expectRefusal({ flags: { '--tls-cert-file': undefined } }, 'cert')
    })
  },
)

const compatible = {
  '--emulation-forward-compatible': 'emulation-forward-compatible',
  '--runtime-config-emulation-forward-compatible': 'runtime-config-emulation-forward-compatible',
} as const

for (const [flag, name] of Object.entries(compatible)) {
  rule(
    {
      id: `flag.${name}.below-own-version`,
      level: 'MUST',
      says: `${flag} may be true only when a lower version than the program's own is emulated.`,
      source: flagRow(flag, 'allowed'),
      twin: typed,
      overlaps: true,
      faults: { [`${name}-at-own-version-accepted`]: ['refuses the flag when nothing is emulated'] },
    },
    () => {
      test('refuses the flag when nothing is emulated', async () => {
        await expectRefusal({ flags: { [flag]: true } }, 'compatible')
      })
    },
  )
}
