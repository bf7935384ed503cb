import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CaseGenerators } from '#harness/generate/area.ts'
import { accountCases } from '../../suites/generated/accounts/draw.ts'
import { pluginsCases } from '../../suites/generated/admission/draw.ts'
import { agentCases } from '../../suites/generated/agent/draw.ts'
import { anonymousCases } from '../../suites/generated/anonymous/draw.ts'
import { policyCases } from '../../suites/generated/audit/draw.ts'
import { chainCases } from '../../suites/generated/authorization/draw.ts'
import { callerCases } from '../../suites/generated/callers/draw.ts'
import { controllersCases } from '../../suites/generated/controllers/draw.ts'
import { egressCases } from '../../suites/generated/egress/draw.ts'
import { electionCases } from '../../suites/generated/election/draw.ts'
import { atRestCases } from '../../suites/generated/encryption/draw.ts'
import { admissionFiles } from '../../suites/generated/files/admission.ts'
import { auditFiles } from '../../suites/generated/files/audit.ts'
import { authenticationFiles } from '../../suites/generated/files/authentication.ts'
import { authorizationFiles } from '../../suites/generated/files/authorization.ts'
import { egressFiles } from '../../suites/generated/files/egress.ts'
import { encryptionFiles } from '../../suites/generated/files/encryption.ts'
import { jwtCases } from '../../suites/generated/jwt/draw.ts'
import { endpointsCases } from '../../suites/generated/endpoints/draw.ts'
import { migrationCases } from '../../suites/generated/migration/draw.ts'
import { nodeCases } from '../../suites/generated/node/draw.ts'
import { podsCases } from '../../suites/generated/pods/draw.ts'
import { quotaCases } from '../../suites/generated/quota/draw.ts'
import { reloadCases } from '../../suites/generated/reload/draw.ts'
import { signingCases } from '../../suites/generated/signing/draw.ts'
import { cacheCases } from '../../suites/generated/webhook-caches/draw.ts'
import { drawCases } from './testing/seen-faults.ts'

const areas: Readonly<Record<string, CaseGenerators<unknown>>> = {
  'generated.admission.plugins': pluginsCases,
  'generated.agent.decisions': cacheCases,
  'generated.agent.lists': nodeCases,
  'generated.agent.pods': podsCases,
  'generated.agent.sources': agentCases,
  'generated.agent.tokens': cacheCases,
  'generated.anonymous.conditions': anonymousCases,
  'generated.audit.policy': policyCases,
  'generated.authentication.accounts': accountCases,
  'generated.authentication.cache': cacheCases,
  'generated.authentication.callers': callerCases,
  'generated.authorization.cache': cacheCases,
  'generated.authorization.chain': chainCases,
  'generated.egress.traffic': egressCases,
  'generated.encryption.at-rest': atRestCases,
  'generated.files.admission': admissionFiles,
  'generated.files.audit': auditFiles,
  'generated.files.authentication': authenticationFiles,
  'generated.files.authorization': authorizationFiles,
  'generated.files.egress': egressFiles,
  'generated.files.encryption': encryptionFiles,
  'generated.jwt.tokens': jwtCases,
  'generated.manager.controllers': controllersCases,
  'generated.encryption.reload': reloadCases,
  'generated.manager.endpoints': endpointsCases,
  'generated.manager.election': electionCases,
  'generated.manager.migration': migrationCases,
  'generated.manager.quota': quotaCases,
  'generated.manager.signing': signingCases,
}

function digestEntryOf([id, cases]: [string, CaseGenerators<unknown>]): [string, string] {
  const drawnJson = JSON.stringify(drawCases(cases, id, 40))
  return [id, createHash('sha256').update(drawnJson).digest('hex').slice(0, 12)]
}

// A change to the cases of an area must change only the digest of that area. The version of Node must change no digest.
test('the default seed draws the same cases on every machine', () => {
  expect(Object.fromEntries(Object.entries(areas).map(digestEntryOf))).toMatchInlineSnapshot(`
    {
      "generated.admission.plugins": "ff17ea66c5cd",
      "generated.agent.decisions": "e1f50206f015",
      "generated.agent.lists": "f83938825a51",
      "generated.agent.pods": "c9d1777476e1",
      "generated.agent.sources": "c0d8c075df74",
      "generated.agent.tokens": "4102da588f64",
      "generated.anonymous.conditions": "2ee081fa4efc",
      "generated.audit.policy": "34b3c349d93f",
      "generated.authentication.accounts": "e5b9dc3c9788",
      "generated.authentication.cache": "db0403ad98f8",
      "generated.authentication.callers": "68bde5f0dd57",
      "generated.authorization.cache": "a9f6aea7e12e",
      "generated.authorization.chain": "5a3f3a96abcc",
      "generated.egress.traffic": "5304156b011f",
      "generated.encryption.at-rest": "f216ae92d4b7",
      "generated.encryption.reload": "09f7ecc6f5bc",
      "generated.files.admission": "d7aeeff7ccdd",
      "generated.files.audit": "e6722b640b2e",
      "generated.files.authentication": "e9bb2d49d083",
      "generated.files.authorization": "30708a4012a3",
      "generated.files.egress": "def293cc032a",
      "generated.files.encryption": "5c54d02cf361",
      "generated.jwt.tokens": "933f11697c4c",
      "generated.manager.controllers": "cb0f57338fa5",
      "generated.manager.election": "615ccbc67c6a",
      "generated.manager.endpoints": "cbe482efd14e",
      "generated.manager.migration": "4a0951d305c5",
      "generated.manager.quota": "721dc6839435",
      "generated.manager.signing": "2fd22debfecf",
    }
  `)
})
