import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  listWebhookEndpoints: {
    name: 'listWebhookEndpoints',
    title: 'List webhook endpoints',
    text: 'All webhook endpoints of the service in the key’s mode, without secrets. At most five.',
  },
  createWebhookEndpoint: {
    name: 'createWebhookEndpoint',
    title: 'Create a webhook endpoint',
    text: 'Adds an address that events are sent to. Its `secret`, which signs and encrypts, is only in this answer: store it. The address must be public and `https`, on port 443 or from 1024.',
    examples: {
      'Every event': { url: 'https://shop.example/hook', label: 'Shop', events: ['*'] },
      'Payments alone': {
        url: 'https://shop.example/payments',
        events: ['payment.success', 'payment.failed'],
      },
    },
    codes: ['webhook_limit_reached'],
  },
  getWebhookEndpoint: {
    name: 'getWebhookEndpoint',
    title: 'Read a webhook endpoint',
    text: 'One webhook endpoint, without its secret.',
  },
  deleteWebhookEndpoint: {
    name: 'deleteWebhookEndpoint',
    title: 'Delete a webhook endpoint',
    text: 'Deletes it for good; waiting deliveries are ended and stay in the history.',
  },
  changeWebhookEndpoint: {
    name: 'changeWebhookEndpoint',
    title: 'Change a webhook endpoint',
    text: 'Gives it another address, label or selection of events; fields left out stay as they are. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 405.',
    examples: { 'Another label': { label: 'Shop in Cotonou' } },
  },
  enableWebhookEndpoint: {
    name: 'enableWebhookEndpoint',
    title: 'Enable a webhook endpoint',
    text: 'From now on it receives events again. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
  },
  disableWebhookEndpoint: {
    name: 'disableWebhookEndpoint',
    title: 'Disable a webhook endpoint',
    text: 'From now on it receives nothing, and waiting deliveries are abandoned. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
  },
  rotateWebhookSecret: {
    name: 'rotateWebhookSecret',
    title: 'Renew the secret of a webhook endpoint',
    text: 'Gives it a new secret, at once or in 24 hours. The new one is only in this answer, as `secret` and as `signing_secret`: store it. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    examples: { 'In 24 hours': { starts: 'in_24_hours' } },
  },
  testWebhookEndpoint: {
    name: 'testWebhookEndpoint',
    title: 'Send a test event',
    text: 'Sends the endpoint a test event in the same way as real ones; the answer is its delivery. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    examples: { 'Payment that succeeded': { type: 'payment.success' } },
    codes: ['webhook_disabled'],
  },
  listWebhookDeliveries: {
    name: 'listWebhookDeliveries',
    title: 'List webhook deliveries',
    text: 'What was sent to your endpoints and the results, newest first. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    codes: ['invalid_cursor'],
  },
  getWebhookDelivery: {
    name: 'getWebhookDelivery',
    title: 'Read a webhook delivery',
    text: 'One delivery with its attempts. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
  },
  retryWebhookDelivery: {
    name: 'retryWebhookDelivery',
    title: 'Send a webhook delivery again',
    text: 'Sends a failed delivery again, now. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    codes: ['delivery_not_retryable', 'webhook_disabled'],
  },
  listWebhookListeners: {
    name: 'listWebhookListeners',
    title: 'List listeners',
    text: 'The developers’ machines that `payments listen` forwards sandbox events to, the most recently seen first. At most twenty. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    codes: ['sandbox_mode_required'],
  },
  announceWebhookListener: {
    name: 'announceWebhookListener',
    title: 'Announce a listener',
    text: 'Announces that a developer’s machine is listening; the same label is the same listener. `payments listen` does this by itself, every minute. A listener that is not seen for 30 days is deleted. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    examples: { 'A laptop': { label: 'listen-3f2a' } },
    codes: ['sandbox_mode_required', 'webhook_listener_limit_reached'],
  },
  listWebhookListenerResults: {
    name: 'listWebhookListenerResults',
    title: 'List the results of a listener',
    text: 'Results of the events that a listener forwarded, newest first; kept for 30 days. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    codes: ['invalid_cursor', 'sandbox_mode_required'],
  },
  recordWebhookListenerResults: {
    name: 'recordWebhookListenerResults',
    title: 'Tell the results of a listener',
    text: 'Reports the results of events on a developer’s machine. Reporting one twice has no effect; if an event has several results, the one forwarded last is kept. `payments listen` does this by itself. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    codes: ['event_not_found', 'sandbox_mode_required'],
  },
  listWebhookEventTypes: {
    name: 'listWebhookEventTypes',
    title: 'List event types',
    text: 'The catalogue of event types by group, with French labels.',
  },
  listEvents: {
    name: 'listEvents',
    title: 'List events',
    text: 'What happened, oldest first, as in webhooks: a listener continues where it stopped with `after`, and waits with `wait`. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 501.',
    codes: ['invalid_cursor'],
  },
  getEvent: {
    name: 'getEvent',
    title: 'Read an event',
    text: 'One event, by its id. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 501.',
  },
} satisfies Readonly<Record<string, About>>
