import type { Connection } from '@temporalio/client'

/**
 * The SDK repeats a call that failed, and throws out of its timer where the connection was closed meanwhile, which ends the
 * process. Once this connection is closed such a repeat goes nowhere; who still waits for its answer waits in vain.
 */
export function forgetfulOnceClosed(connection: Connection): Connection {
  let isClosed = false
  // The innermost of them: what the SDK repeats passes here again.
  connection.options.interceptors?.push(
    (options, nextCall) => (isClosed ? goingNowhere : nextCall(options)) as ReturnType<Interceptor>,
  )
  const close = connection.close.bind(connection)
  connection.close = () => {
    isClosed = true
    return close()
  }
  return connection
}

type Interceptor = NonNullable<Connection['options']['interceptors']>[number]

const nothing = (): void => {}
const goingNowhere = {
  start: nothing,
  sendMessage: nothing,
  sendMessageWithContext: nothing,
  startRead: nothing,
  halfClose: nothing,
  cancelWithStatus: nothing,
  getPeer: () => '',
  getAuthContext: () => null,
} satisfies ReturnType<Parameters<Interceptor>[1]>
