import { connect } from 'node:net'

/** Whether something takes connections at an address and a port of this machine. */
export function accepts(address: string, port: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), address)
    const ended = (taken: boolean) => (): void => {
      socket.destroy()
      resolve(taken)
    }
    socket.once('connect', ended(true))
    socket.once('error', ended(false))
  })
}
