/** Every program of a run has it in its environment, and what that starts has it, too. */
export const RUN_VARIABLE = "WHETSTONE_RUN";
