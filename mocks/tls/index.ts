export { type ClientName, issueClient } from './client-certificate.ts'
export { type ClientSubject, clientSubject } from './client-subject.ts'
export { issueServer, type Presented, sharedAuthority } from './server-certificate.ts'
