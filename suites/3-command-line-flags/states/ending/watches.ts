import { type WatchTransport, watchTransports } from '#kit/clients.ts'

const names: Readonly<Record<WatchTransport, string>> = {
  http1: 'over HTTP/1.1',
  http2: 'over HTTP/2',
  websocket: 'over a WebSocket',
}

/** Transports by the words that complete a check's title. */
export const byTransport: Readonly<Record<string, WatchTransport>> = Object.fromEntries(
  watchTransports.map((transport) => [names[transport], transport]),
)
