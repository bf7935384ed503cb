/** Defects in the cooperation of API servers in one cluster. */
export const peerFaults = {
  'peer-advertise-ip-ignored': '--peer-advertise-ip: other servers are told the own address',
  'peer-advertise-port-ignored': '--peer-advertise-port: other servers are told the own port',
  'peer-ca-file-ignored': '--peer-ca-file: any other server is trusted',
  'peer-requests-not-passed-on': '--peer-advertise-ip: nothing is passed on to other servers',
} as const
