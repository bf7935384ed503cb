import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { coverable, coverageOf } from './coverage.ts'
import { signingCases } from './draw.ts'
import { judgeSigning } from './drive.ts'
import type { SigningCase } from './model.ts'
import { regressions } from './regressions.ts'

const { must } = rulesOf({
  document: 2,
  section: 'Per-controller blocks',
  limitMs: limitOf(inject('settings')),
})

// Divides the number of generated cases, because the rounds of a case wait for certificates.
const cost = 3
const casesPerStart = 20

const signing: Area<SigningCase> = {
  id: 'generated.manager.signing',
  cases: signingCases,
  regressions,
  regressionsFile: 'suites/generated/signing/regressions.ts',
  perStart: casesPerStart,
  cost,
  requests: ({ rounds }) => rounds.length,
  coverage: coverageOf,
  coverable,
  judge: judgeSigning,
}

must(
  signing.id,
  {
    rows: [
      'CSRSigningController.KubeletServingSignerConfiguration',
      'CSRSigningController.KubeletClientSignerConfiguration',
      'CSRSigningController.KubeAPIServerClientSignerConfiguration',
      'CSRSigningController.LegacyUnknownSignerConfiguration',
      'CSRSigningController.ClusterSigningDuration',
    ],
    aspect: 'generated cases',
  },
  () => {
    says(
      'An approved request gets a certificate by the pair of its signer, for at most the maximum and the requested lifetime, after any earlier decision.',
    )
    test({ title: 'approved requests get certificates of their signers', id: 'approved' }, async () => {
      await judgeCases(signing)
    })
  },
)
