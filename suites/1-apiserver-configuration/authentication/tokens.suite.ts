import { shareServers } from '../../shared/authentication/authenticators.ts'
import { algorithms } from './algorithms.ts'
import { audienceMatchPolicy } from './audience-match-policy.ts'
import { audiences } from './audiences.ts'
import { certificateAuthority } from './certificate-authority.ts'
import { claimExpression } from './claim-expression.ts'
import { claimRules } from './claim-rules.ts'
import { discoveryUrl } from './discovery-url.ts'
import { discovery } from './discovery.ts'
import { distributedClaims } from './distributed-claims.ts'
import { emailVerified } from './email.ts'
import { everyStep } from './every-step.ts'
import { extra } from './extra.ts'
import { groups } from './groups.ts'
import { issuerUrl } from './issuer-url.ts'
import { minimalPayload } from './minimal-payload.ts'
import { rejections } from './rejections.ts'
import { requiredClaim } from './required-claim.ts'
import { severalEntries } from './several-entries.ts'
import { signature } from './signature.ts'
import { stepOrder } from './step-order.ts'
import { uid } from './uid.ts'
import { userRuleView } from './user-rule-view.ts'
import { userRules } from './user-rules.ts'
import { username } from './username.ts'
import { versions } from './versions.ts'

// Every subject here is judged by tokens alone, so all of them share servers. The order is that of the list `jwt`:
// an implementation that takes tokens of nobody's for the first entry's is seen through that entry.
shareServers({
  'issuer-url': issuerUrl,
  'several-entries': severalEntries,
  discovery,
  'discovery-url': discoveryUrl,
  'certificate-authority': certificateAuthority,
  audiences,
  'audience-match-policy': audienceMatchPolicy,
  'minimal-payload': minimalPayload,
  signature,
  algorithms,
  'every-step': everyStep,
  'step-order': stepOrder,
  'required-claim': requiredClaim,
  'claim-expression': claimExpression,
  'claim-rules': claimRules,
  username,
  email: emailVerified,
  groups,
  uid,
  extra,
  'user-rules': userRules,
  'user-rule-view': userRuleView,
  rejections,
  'distributed-claims': distributedClaims,
  versions,
})
