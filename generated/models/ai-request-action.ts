// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What is asked of the AI in the conversation.
 */
export type AiRequestAction = 'relaunch' | 'stop';
