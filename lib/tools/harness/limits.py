"""What one process of a tool may take, by the kernel's own limits."""

import resource

KINDS = {
    "addressSpaceBytes": resource.RLIMIT_AS,
    "cpuSeconds": resource.RLIMIT_CPU,
    "fileBytes": resource.RLIMIT_FSIZE,
    "files": resource.RLIMIT_NOFILE,
    "processes": resource.RLIMIT_NPROC,
}


def limit_process(limits, *names):
    """Sets the limits that are given, or those of them that are named; never above what the process already has."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for name in names or KINDS:
        wanted = limits.get(name)
        if wanted is None:
            continue
        _, most = resource.getrlimit(KINDS[name])
        value = int(wanted) if most == resource.RLIM_INFINITY else min(int(wanted), most)
        resource.setrlimit(KINDS[name], (value, value))
