import type { Connection } from '@temporalio/client'

/**
 * The SDK retries failed calls, and if the connection was closed meanwhile it throws from its timer, which ends the
 * process. After closing this connection such a retry does nothing, and its caller never gets an answer.
 */
export function forgetfulOnceClosed(connection: Connection): Connection {
  let isClosed = false
  // The innermost interceptor: the SDK's retries pass through it.
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
