/// <reference types="svelte" />
/// <reference types="vite/client" />

/** Whether this build answers from recorded replies instead of the program. */
declare const __FIXTURE__: boolean;
