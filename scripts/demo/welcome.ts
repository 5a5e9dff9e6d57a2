import { OWNER } from '../../test/support/n8nClient';
import type { Stage } from './stage';

/** What the user reads when everything runs. */
export const welcome = ({ service, n8n, workflowIds }: Stage): string => `
n8n runs at     ${n8n.url}
  sign in with  ${OWNER.email}
  password      ${OWNER.password}

Look at
  contact sync               ${n8n.url}/workflow/${workflowIds['contact-sync']}
    Execute it: four people become contacts of the newsletter.
  new contact                ${n8n.url}/workflow/${workflowIds['new-contact']}
    It is published and looks every few seconds. Open Executions: each new contact arrives there once.
  create and send an issue   ${n8n.url}/workflow/${workflowIds['create-and-send']}
    Execute it: a page becomes an issue, and the issue goes to the subscribers.
  the recipes                ${n8n.url}/home/workflows
    Forms, a CRM, Notion and more. Each has notes on what it does and what it needs.

The newsletter service is a stand-in on this machine, with ${service.contacts.size} contacts: ${service.url}
  The credential is there. API key: ${service.apiKey}, newsletter ID: ${service.newsletterId}
  more contacts:       curl -X POST ${service.controlUrl}/contacts -H 'content-type: application/json' -d '{"count":3}'
  what was asked of it:  curl ${service.controlUrl}/requests

Ctrl-C ends all of it and removes what it wrote.
`;
