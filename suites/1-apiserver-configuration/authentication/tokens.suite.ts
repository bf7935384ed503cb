import { shareServers } from '../../shared/authentication/authenticators.ts'
import { algorithms } from './token/algorithms.ts'
import { audienceMatchPolicy } from './issuer/audience-match-policy.ts'
import { audiences } from './issuer/audiences.ts'
import { certificateAuthority } from './issuer/certificate-authority.ts'
import { claimExpression } from './mapping/claim-expression.ts'
import { claimRules } from './rules/claim-rules.ts'
import { discoveryUrl } from './issuer/discovery-url.ts'
import { discovery } from './issuer/discovery.ts'
import { distributedClaims } from './token/distributed-claims.ts'
import { emailVerified } from './mapping/email.ts'
import { everyStep } from './token/every-step.ts'
import { extra } from './mapping/extra.ts'
import { groups } from './mapping/groups.ts'
import { issuerUrl } from './issuer/issuer-url.ts'
import { minimalPayload } from './token/minimal-payload.ts'
import { rejections } from './token/rejections.ts'
import { requiredClaim } from './rules/required-claim.ts'
import { severalEntries } from './token/several-entries.ts'
import { signature } from './token/signature.ts'
import { stepOrder } from './token/step-order.ts'
import { uid } from './mapping/uid.ts'
import { userRuleView } from './rules/user-rule-view.ts'
import { userRules } from './rules/user-rules.ts'
import { username } from './mapping/username.ts'
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
